// What Kierki shows and tells, as docs/views.md and docs/replay.md have it.
import type { GameEvent, Outcome, Rules } from '../protocol/types';

export interface Trick {
  leader: number;
  /** In the order of play, clockwise from the leader. */
  cards: string[];
  taker: number | null;
}

/** How a deal ended. */
export interface DealResult {
  deal: number;
  kind: number;
  first: number;
  tricks: number;
  points: number[];
  scores: number[];
}

export interface KierkiView {
  viewer: number | null;
  rules: Rules & { deals: string[] };
  deal: number;
  kind: number;
  first: number;
  turn: number;
  stage: { to: string };
  dealt: string[];
  hand: string[];
  playable: string[];
  hand_sizes: number[];
  tricks: Trick[];
  voids: string[][];
  points: number[];
  scores: number[];
  last: DealResult | null;
  outcome: Outcome | null;
  /** Only while it is shown, never from the server: the last trick is whole and still lies in the middle. */
  lying?: boolean;
}

export type KierkiEvent = GameEvent &
  (
    | { event: 'deal-began'; deal: number; kind: number; first: number }
    | { event: 'dealt'; hands: (string[] | null)[] }
    | { event: 'played'; seat: number; card: string }
    | { event: 'taken'; trick: number; cards: string[]; taker: number; points: number }
    | ({ event: 'deal-ended' } & DealResult)
    | { event: 'match-ended'; outcome: Outcome }
  );

/** How many tricks a deal has. */
export const TRICKS = 13;

/** The trick in the middle: the running one, or one that was taken and still lies there. */
export function lyingTrick(view: KierkiView): Trick | null {
  const last = view.tricks.at(-1);
  return last && (last.taker === null || view.lying) ? last : null;
}

/** The tricks that were taken and gathered. */
export const gathered = (view: KierkiView): Trick[] => (lyingTrick(view) ? view.tricks.slice(0, -1) : view.tricks);

/** Who played the card at this place of a trick. */
export const playedBy = (trick: Trick, at: number): number => (trick.leader + at) % 4;

/** What a seat has in all, the running deal with it. */
export const total = (view: KierkiView, seat: number): number => (view.outcome ? view.outcome.scores[seat] : (view.scores[seat] ?? 0) + (view.points[seat] ?? 0)) ?? 0;
