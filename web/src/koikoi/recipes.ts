// What the yaku of a table's rules are made of now.
import { monthOf } from '../cards/names';
import type { KoikoiGuide, KoikoiRecipe } from '../protocol/types';

/** The yaku as they can be made now: those of a month have the cards of the round's month, or one yaku stands for each month. */
export function yakuNow({ yaku }: KoikoiGuide, month: number): KoikoiRecipe[] {
  const only = (one: KoikoiRecipe, wanted: number) => ({ ...one, with: one.with.filter((card) => monthOf(card) === wanted), of: one.of.filter((card) => monthOf(card) === wanted) });
  return yaku.flatMap((one) => {
    if (one.month === 'round') return [only(one, month)];
    if (one.month === 'each') return Array.from({ length: 12 }, (_, at) => only(one, at + 1));
    return [one];
  });
}

/** The cards of a pile that make a yaku. */
export function cardsOf(guide: KoikoiGuide | null, name: string, pile: readonly string[], month: number): string[] {
  if (!guide) return [];
  const made = yakuNow(guide, month).filter((one) => one.name === name && isMade(one, pile));
  const cards = new Set(made.flatMap((one) => [...one.with, ...one.of]));
  return pile.filter((card) => cards.has(card));
}

const isMade = (one: KoikoiRecipe, pile: readonly string[]) =>
  one.with.every((card) => pile.includes(card)) && one.of.filter((card) => pile.includes(card)).length >= one.need;
