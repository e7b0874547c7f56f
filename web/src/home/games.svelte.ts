// What the house offers: its games with their rulesets and every knob of them. It is asked once.
import { ask } from '../protocol/http';
import type { Game as GameName, Level, Rules } from '../protocol/types';

/** The values that a knob takes. */
export type Takes = { kind: 'number'; least: number; most: number } | { kind: 'switch' } | { kind: 'one-of'; words: string[] } | { kind: 'other'; about: string };
export interface KnobInfo { name: string; about: string; takes: Takes }
export interface PresetInfo { name: string; about: string; rules: Rules }
export interface GameInfo { name: GameName; title: string; seats: { least: number; most: number }; presets: PresetInfo[]; knobs: KnobInfo[] }

export const gameNames: readonly GameName[] = ['koikoi', 'kierki', 'kaboom'];
export const levels: readonly Level[] = ['beginner', 'casual', 'club', 'strong', 'expert'];

let offered = $state.raw<readonly GameInfo[] | null>(null);
let asking: Promise<void> | null = null;

/** A game as the house offers it, once that is known. */
export const gameInfo = (game: GameName): GameInfo | undefined => offered?.find(({ name }) => name === game);

/** Asks for the games, if they are not known yet. */
export function fetchGames(): Promise<void> {
  asking ??= ask<{ games: GameInfo[] }>('GET', 'games')
    .then(({ games }) => void (offered = games))
    .catch((error: unknown) => {
      asking = null;
      throw error;
    });
  return asking;
}
