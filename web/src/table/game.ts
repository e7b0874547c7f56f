// What a game brings to the table: its felt and cards, and how its events are shown and told.
import type { Component } from 'svelte';
import type { DeckName } from '../cards/art.svelte';
import type { Flight } from '../motion/stage';
import type { Sound } from '../motion/sound';
import type { GameEvent, Game as GameName, View } from '../protocol/types';
import type { Table } from './table.svelte';

/** One step of what is shown: a view, how things move there, and how long it stays before the next. */
export interface Beat<V = View> extends Flight {
  view: V;
  /** Milliseconds that it stays after everything has landed. */
  hold?: number;
  sound?: Sound;
}

export interface Game<V = View> {
  deck: DeckName;
  /** The table with its cards, scores and choices. */
  Felt: Component<{ table: Table }>;
  /** The steps from one view to the next, by what has happened in between. The last one shows the next view. */
  beats(before: V, events: GameEvent[], after: V): Beat<V>[];
  /** An event as a sentence for the log and for who listens; `null` if it needs none. */
  tell(event: GameEvent, name: (seat: number) => string, you: number | null): string | null;
  /** The same for what happened in some time, told afterwards in fewer sentences; if it is not given, with one for each event. */
  retell?(events: readonly GameEvent[], name: (seat: number) => string, you: number | null): string[];
  /** What the header says beside the game's name: the round, the month, the deal. */
  where(view: V): string;
}

/** A game with its texts and cards, when it is first needed. */
export async function fetchGame(name: GameName): Promise<Game> {
  switch (name) {
    case 'koikoi':
      return (await import('../koikoi')).default as unknown as Game;
    case 'kierki':
      return (await import('../kierki')).default as unknown as Game;
    case 'kaboom':
      return (await import('../kaboom')).default as unknown as Game;
  }
}
