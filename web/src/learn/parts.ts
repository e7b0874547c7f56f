// What there is to read about each game, and by which rules.
import { fetchGames, gameInfo } from '../home/games.svelte';
import type { Game as GameName } from '../protocol/types';

/** The parts of the page about each game, the lesson first. */
export const parts = {
  koikoi: ['lesson', 'cards', 'yaku', 'short'],
  kierki: ['lesson', 'cards', 'deals', 'short'],
  kaboom: ['lesson', 'cards', 'abilities', 'short'],
} as const satisfies Record<GameName, readonly string[]>;

/** What a beginner is shown first. */
export const usual: Record<GameName, string> = { koikoi: 'months', kierki: 'seven', kaboom: 'standard' };

/** The names of the presets of a game, as the server has them. */
export async function presetsOf(game: GameName): Promise<string[]> {
  await fetchGames();
  return gameInfo(game)?.presets.map((preset) => preset.name) ?? [];
}
