// A ruleset as the server explains it. Whatever a page says about rules comes from here.
import { fetchGames, gameInfo } from '../home/games.svelte';
import { ask } from '../protocol/http';
import type { Game as GameName, Rules } from '../protocol/types';

export type Kind = 'light' | 'animal' | 'ribbon' | 'chaff';
export type Ability = 'peek-own' | 'peek-other' | 'swap' | 'peek-two';

interface Guided {
  /** `null` where knobs were changed. */
  preset: string | null;
  rules: Rules;
}

export interface Flower {
  code: string;
  month: number;
  /** What it counts as, first what it is. */
  kinds: Kind[];
  /** Takes any one card of the field. */
  wild: boolean;
}

export interface Yaku {
  name: string;
  points: number;
  after_call_points: number | null;
  with: string[];
  of: string[];
  need: number;
  further: number;
  blocked_by: string[];
  month: 'round' | 'each' | null;
  bonus: boolean;
  replaces: string[];
  example: string[];
}

export type Factor =
  | { factor: 'doubled-at'; from: number }
  | { factor: 'opponent-called' }
  | { factor: 'all-calls' }
  | { factor: 'own-calls'; most: number }
  | { factor: 'many-own-calls'; from: number; less: number };

export interface Luck {
  luck: 'four' | 'pairs' | 'three';
  place: 'hand' | 'field';
  then: 'redeal' | 'score' | 'void';
  points: number;
}

export interface KoikoiGuide extends Guided {
  game: 'koikoi';
  cards: Flower[];
  yaku: Yaku[];
  factors: Factor[];
  lucky: Luck[];
}

export type Cost = { points: number } & ({ cards: string[] } | { tricks: number[] });

export interface DealKind {
  kind: number;
  name: string;
  costs: Cost[];
  total: number;
  no_heart_lead: boolean;
}

export interface KierkiGuide extends Guided {
  game: 'kierki';
  cards: { code: string; suit: 'C' | 'D' | 'H' | 'S'; rank: number }[];
  seats: ('N' | 'E' | 'S' | 'W')[];
  kinds: DealKind[];
  deals: { kind: number; first: number }[];
}

export interface Valued {
  code: string;
  value: number;
  ability: Ability | null;
  /** The cards of its rank: it can be flipped onto these. */
  matches: string[];
}

export interface KaboomGuide extends Guided {
  game: 'kaboom';
  cards: Valued[];
  abilities: { ability: Ability; cards: string[] }[];
  hand: number;
  bottom_row: number[];
  failed_call: number;
  wrong_flips: number;
}

export type Guide = KoikoiGuide | KierkiGuide | KaboomGuide;

const fetched = new Map<string, Promise<Guide>>();

/** The guide to a preset, fetched once. */
export function guideTo(game: GameName, preset: string): Promise<Guide> {
  const key = `${game}/${preset}`;
  let guide = fetched.get(key);
  if (!guide) {
    guide = ask<Guide>('POST', 'guide', { game, preset });
    fetched.set(key, guide);
    guide.catch(() => fetched.delete(key));
  }
  return guide;
}

/** The names of the presets of a game, as the server has them. */
export async function presetsOf(game: GameName): Promise<string[]> {
  await fetchGames();
  return gameInfo(game)?.presets.map((preset) => preset.name) ?? [];
}

/** What a beginner is shown first. */
export const usual: Record<GameName, string> = { koikoi: 'months', kierki: 'seven', kaboom: 'standard' };

/** The parts of the page about each game, the lesson first. */
export const parts = {
  koikoi: ['lesson', 'cards', 'yaku', 'short'],
  kierki: ['lesson', 'cards', 'deals', 'short'],
  kaboom: ['lesson', 'cards', 'abilities', 'short'],
} as const satisfies Record<GameName, readonly string[]>;
