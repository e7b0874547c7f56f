// What somebody wants to play, for each game: remembered, so that the next match is one press away.
import { house } from '../house/house.svelte';
import type { Clock, Game as GameName, Level, Rules, TableCard } from '../protocol/types';
import { router } from '../router.svelte';
import { gameInfo } from './games.svelte';

export const clocks = {
  none: { kind: 'none' },
  move30: { kind: 'move', limit: 30_000 },
  move60: { kind: 'move', limit: 60_000 },
  match10: { kind: 'match', initial: 600_000, increment: 5_000 },
} as const satisfies Record<string, Clock>;

export interface Choice {
  preset: string;
  /** The knobs that are not as in the preset. */
  knobs: Rules;
  /** How strong the bots play. */
  level: Level;
  players: number;
  clock: keyof typeof clocks;
  public: boolean;
  spectators: boolean;
  rated: boolean;
}

const common = { knobs: {}, level: 'casual', clock: 'none', public: false, spectators: true, rated: false } as const;
const usual: Record<GameName, Choice> = {
  koikoi: { ...common, preset: 'months', players: 2 },
  kierki: { ...common, preset: 'seven', players: 4 },
  kaboom: { ...common, preset: 'standard', level: 'beginner', players: 3 },
};
const remembered = 'tefuda-choices';

function recall(): Record<GameName, Choice> {
  let kept: Partial<Record<GameName, Partial<Choice>>> = {};
  try {
    kept = (JSON.parse(localStorage.getItem(remembered) ?? '{}') ?? {}) as typeof kept;
  } catch {
    // What cannot be read is forgotten.
  }
  return {
    koikoi: { ...usual.koikoi, ...kept.koikoi },
    kierki: { ...usual.kierki, ...kept.kierki },
    kaboom: { ...usual.kaboom, ...kept.kaboom },
  };
}

export const choices = $state(recall());

/** Remembers the choices as long as the component is shown. */
export function keepChoices(): void {
  $effect(() => localStorage.setItem(remembered, JSON.stringify(choices)));
}

/** Takes another ruleset as it is. */
export function choosePreset(game: GameName, preset: string): void {
  choices[game].preset = preset;
  choices[game].knobs = {};
}

/** The value of a knob: as chosen, or as the ruleset has it. */
export function knob(game: GameName, name: string): unknown {
  const { preset, knobs } = choices[game];
  return knobs[name] ?? gameInfo(game)?.presets.find((one) => one.name === preset)?.rules[name];
}

/** Turns a knob; turned back to where the ruleset has it, it is no change any more. */
export function turn(game: GameName, name: string, value: unknown): void {
  const { preset, knobs } = choices[game];
  const before = gameInfo(game)?.presets.find((one) => one.name === preset)?.rules[name];
  const { [name]: _, ...others } = knobs;
  choices[game].knobs = JSON.stringify(before) === JSON.stringify(value) ? others : { ...others, [name]: value };
}

export const isChanged = (game: GameName): boolean => Object.keys(choices[game].knobs).length > 0;

/** Opens a table as it was chosen, with bots or with open seats, and goes there. */
export async function openTable(game: GameName, others: 'bots' | 'open'): Promise<void> {
  const { preset, knobs, level, players, clock, public: found, spectators, rated } = choices[game];
  const other = others === 'bots' ? { bot: level } : 'open';
  const { code } = await house.ask<TableCard>('POST', 'tables', {
    game,
    ...(isChanged(game) ? { rules: { preset, ...knobs } } : { preset }),
    seats: ['me', ...Array.from({ length: players - 1 }, () => other)],
    clock: clocks[clock],
    visibility: found ? 'public' : 'private',
    spectators,
    rated: rated && !isChanged(game),
    // To play against bots is to practise, unless it counts.
    hints: others === 'bots' && !(rated && !isChanged(game)),
  });
  router.go(`t/${code}`);
}
