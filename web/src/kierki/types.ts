// What the table shows of a match, and small questions about it.
import type { KierkiTrick, KierkiView as ServerView, Rules } from '../protocol/types';

/** A view as it is shown. */
export interface KierkiView extends ServerView {
  rules: Rules & { deals: string[] };
  /** Only while it is shown, never from the server: the last trick is whole and still lies in the middle. */
  lying?: boolean;
}

/** How many tricks a deal has. */
export const TRICKS = 13;

/** The trick in the middle: the running one, or one that was taken and still lies there. */
export function lyingTrick(view: KierkiView): KierkiTrick | null {
  const last = view.tricks.at(-1);
  return last && (last.taker === null || view.lying) ? last : null;
}

/** The tricks that were taken and gathered. */
export const gathered = (view: KierkiView): KierkiTrick[] => (lyingTrick(view) ? view.tricks.slice(0, -1) : view.tricks);

/** Who played the card at this place of a trick. */
export const playedBy = (trick: KierkiTrick, at: number): number => (trick.leader + at) % 4;

/** What a seat has in all, the running deal with it. */
export const total = (view: KierkiView, seat: number): number => (view.outcome ? view.outcome.scores[seat] : (view.scores[seat] ?? 0) + (view.points[seat] ?? 0)) ?? 0;
