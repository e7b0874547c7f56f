// What is still needed for a yaku, and where it is.
import type { KoikoiGuide, KoikoiView } from '../protocol/types';
import { yakuNow } from './recipes';

/** Where a card is that is still needed. */
export type Lies = 'field' | 'hand' | 'unseen' | 'gone';

export interface Reach {
  name: string;
  points: number;
  /** What the seat has of it. */
  have: string[];
  /** The cards that it must have, and where they are. */
  missing: { card: string; lies: Lies }[];
  /** So many more of any of these, with the nearest first. */
  more: number;
  any: { card: string; lies: Lies }[];
  /** How many cards are missing, and whether they can still be had. */
  far: number;
  possible: boolean;
}

const nearest: readonly Lies[] = ['field', 'hand', 'unseen', 'gone'];

/** What a seat still needs for each yaku that it has not made: the nearest first. */
export function reach(guide: KoikoiGuide, view: KoikoiView, seat: number): Reach[] {
  const pile = view.piles[seat] ?? [];
  const other = view.piles[1 - seat] ?? [];
  const lies = (card: string): Lies => {
    if (other.includes(card)) return 'gone';
    if (view.field.includes(card)) return 'field';
    return view.hand.includes(card) ? 'hand' : 'unseen';
  };
  const placed = (cards: string[]) => cards.map((card) => ({ card, lies: lies(card) })).sort((a, b) => nearest.indexOf(a.lies) - nearest.indexOf(b.lies));
  const reaches = yakuNow(guide, view.month)
    .filter(({ bonus, blocked_by }) => !bonus && !blocked_by.some((card) => pile.includes(card)))
    .map((one): Reach => {
      const have = pile.filter((card) => one.with.includes(card) || (one.need > 0 && one.of.includes(card)));
      const ofHave = one.of.filter((card) => pile.includes(card)).length;
      const missing = placed(one.with.filter((card) => !pile.includes(card)));
      const more = Math.max(0, one.need - ofHave);
      const any = more > 0 ? placed(one.of.filter((card) => !pile.includes(card))) : [];
      const called = (view.calls[seat] ?? 0) > 0 && one.after_call_points !== null;
      const points = (called ? (one.after_call_points ?? one.points) : one.points) + one.further * Math.max(0, ofHave - one.need);
      const possible = missing.every((card) => card.lies !== 'gone') && any.filter((card) => card.lies !== 'gone').length >= more;
      return { name: one.name, points, have, missing, more, any: any.filter((card) => card.lies !== 'gone'), far: missing.length + more, possible };
    })
    .filter(({ far, have }) => far > 0 && have.length > 0);
  return reaches.sort((a, b) => a.far - b.far || b.points - a.points);
}

/** What a seat can still make with one or two cards more. Every pair is half of its month, so a month counts only when one is missing. */
export function near(guide: KoikoiGuide | null, view: KoikoiView, seat: number): Reach[] {
  const close = ({ possible, far, name }: Reach) => possible && far <= (name === 'four-of-a-month' ? 1 : 2);
  return guide ? reach(guide, view, seat).filter(close) : [];
}
