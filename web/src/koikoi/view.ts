// What the server says about a match of Koi-Koi (docs/views.md, docs/replay.md), and what the page adds while it shows it.
import type { KoikoiView, YakuMade } from '../protocol/types';

export interface Factor {
  factor: 'doubled-at' | 'opponent-called' | 'all-calls' | 'own-calls' | 'many-own-calls';
  by?: number;
}

export interface Score {
  yaku: YakuMade[];
  base: number;
  factors: Factor[];
  points: number;
}

export type Luck = { kind: 'four' | 'three'; month: number } | { kind: 'pairs' };

export type Ending =
  | { how: 'won'; winner: number; pile: string[]; calls: number[]; score: Score }
  | { how: 'lucky-hands'; hands: (Luck | null)[] }
  | { how: 'void'; luck: Luck }
  | { how: 'ran-out' };

export interface RoundResult {
  round: number;
  dealer: number;
  ending: Ending;
  points: number[];
  scores: number[];
}

export type Event =
  | { event: 'dealer-drawn'; cards: string[] }
  | { event: 'round-began'; round: number; month: number; dealer: number }
  | { event: 'dealt'; hands: (string[] | null)[]; field: string[] }
  | { event: 'misdealt'; luck: Luck; place: { lies: 'field' } | { lies: 'hand'; seat: number } }
  | { event: 'played' | 'drawn' | 'laid'; seat: number; card: string }
  | { event: 'captured'; seat: number; card: string; taken: string[] }
  | { event: 'choice-arose'; seat: number; card: string; options: string[] }
  | { event: 'yaku-made'; seat: number; yaku: YakuMade[]; score: Score; decision: string }
  | { event: 'koi-koi'; seat: number; calls: number }
  | { event: 'stopped'; seat: number }
  | ({ event: 'round-ended' } & RoundResult)
  | { event: 'match-ended' }
  | { event: 'decks-ran-out' };

/** A view as it is shown: between two views of the server a card may be on its way. */
export interface Shown extends KoikoiView {
  /** A card that lies on the one that it takes. */
  landing?: { card: string; on: string } | null;
  /** A card that was turned up from the draw pile and lies on it. */
  turned?: string | null;
}

/** How many rounds the match has. */
export const roundsOf = (view: KoikoiView): number => Number(view.rules.rounds);

/** How the round before ended. */
export const lastOf = (view: KoikoiView): RoundResult | null => view.last as RoundResult | null;

/** What stopping now would score for a seat. */
export const stoppingOf = (view: KoikoiView, seat: number): Score => view.standing[seat]?.stopping as Score;

/** The card that waits until its player has chosen what it takes. */
export const waitingOf = (view: Shown): string | null => view.turned ?? (view.stage.to.startsWith('choose') ? (view.stage.card ?? null) : null);
