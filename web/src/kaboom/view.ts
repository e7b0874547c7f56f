// A match of Kaboom as one seat may know it, and what happens in it: docs/views.md and docs/replay.md.
import type { GameEvent, Outcome, Rules } from '../protocol/types';

export type Ability = 'peek-own' | 'peek-other' | 'swap' | 'peek-two';
/** A place on the table: seat and slot, like `1.3`. */
export type Spot = string;

export interface Lying {
  card: string | null;
  one_of: Ability | null;
  seen: (number | null)[];
  shown: number | null;
}

export interface Stage {
  to: 'ready' | 'first-move' | 'drawn' | 'pick' | 'swap-with' | 'peek-again' | 'spent' | 'over' | 'no-deck';
  ability?: Ability;
  first?: Spot | null;
}

export interface RoundResult {
  round: number;
  ending: 'kaboom' | 'turn-limit' | 'out-of-cards';
  caller: number | null;
  hands: string[][];
  sums: number[];
  points: number[];
  scores: number[];
}

export interface KaboomView {
  viewer: number | null;
  rules: Rules & { rounds: number; until_score: number; flip_penalty: number; memory_aid: boolean };
  round: number;
  turn: number;
  stage: Stage;
  gift: { flipper: number; to: Spot } | null;
  caller: number | null;
  looked: number[];
  ready: number[];
  hands: (Lying | null)[][];
  held: { card: string | null } | null;
  draw_pile: number;
  discard_pile: string[];
  discard: number;
  flipped_by: number | null;
  wrong_flips: number[];
  scores: number[];
  last: RoundResult | null;
  outcome: Outcome | null;
  /** The page's own: all cards lie open, as they do between two rounds. */
  open?: boolean;
}

/** The fields that events of Kaboom have, by their names. */
export interface Happened extends GameEvent {
  seat: number;
  spot: Spot;
  slot: number;
  card: string | null;
  replaced: string;
  discard: number;
  one: Spot;
  other: Spot;
  to: Spot;
  round: number;
  first: number;
  cards: number;
  ability: Ability;
  hands: (string | null)[][];
}

/** The card at a spot. */
export const lyingAt = (view: KaboomView, spot: Spot): Lying | null => view.hands[seatOf(spot)]?.[slotOf(spot)] ?? null;
export const seatOf = (spot: Spot): number => Number(spot.split('.')[0]);
export const slotOf = (spot: Spot): number => Number(spot.split('.')[1]);
/** The rank as a text: `5`, `K`, `joker`. */
export const rankOf = (card: string): string => (card.startsWith('joker') ? 'joker' : card.slice(0, -1));
/** Whether everybody's cards lie open. */
export const isOpen = (view: KaboomView): boolean => view.open === true || view.stage.to === 'over';

/** What a card with this rank can do, for the words beside it; whether it may be used is the server's to say. */
export function abilityOf(card: string): Ability | null {
  const kinds: Record<string, Ability> = { 7: 'peek-own', 8: 'peek-own', 9: 'peek-other', 10: 'peek-other', J: 'swap', Q: 'swap', K: 'peek-two' };
  return kinds[rankOf(card)] ?? null;
}
