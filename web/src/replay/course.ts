// The course of a match, as the server tells it for somebody's eyes.
import { Refusal, ask } from '../protocol/http';
import type { Findings, Game as GameName, GameEvent, Level, Place, Rules, View } from '../protocol/types';

/** Whose eyes: a seat, or `open` for all cards. */
export type Eyes = number | 'open';

export interface Step {
  seat: number;
  action: string;
  /** Milliseconds after the deal. */
  at: number | null;
  events: GameEvent[];
  changes: Record<string, unknown>;
}

export interface Course {
  /** `null` if it came from a file. */
  match: string | null;
  game: GameName;
  preset: string | null;
  rules: Rules;
  seats: { name: string | null; player?: string; bot?: Level }[];
  events: GameEvent[];
  view: View;
  steps: Step[];
}

/** Where a course comes from: a match of the house, or a file that somebody has kept. */
export type Source = { match: string } | { file: unknown };

export function fetchCourse(source: Source, eyes: Eyes): Promise<Course> {
  if ('match' in source) return ask<Course>('GET', `matches/${encodeURIComponent(source.match)}/course?eyes=${eyes}`);
  return ask<Course>('POST', `course?eyes=${eyes}`, source.file);
}

/** What the house finds when it verifies a match. */
export const fetchFindings = (match: string): Promise<Findings> => ask<Findings>('GET', `matches/${encodeURIComponent(match)}/verify`);

/** A file as somebody chose it. */
export async function readFile(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Refusal('bad-replay', 'this is no replay');
  }
}

/** Who sat at the table, as tables have it. */
export function placesOf({ seats }: Course, unnamed: (seat: number) => string): Place[] {
  return seats.map(({ name, player, bot }, seat) => (bot ? { bot } : { player: player ?? `seat-${seat}`, name: name ?? unnamed(seat) }));
}
