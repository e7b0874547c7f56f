// What the yaku of a table's rules are made of. The server knows the rules; where it cannot be asked, less is shown.
import { ask } from '../protocol/http';
import type { Yaku } from '../learn/guide';
import type { Rules } from '../protocol/types';
import { monthOf } from '../cards/names';

export interface Guide {
  yaku: Yaku[];
}

const guides = new Map<string, Promise<Guide | null>>();

/** The guide to these rules, asked for once. */
export function fetchGuide(rules: Rules): Promise<Guide | null> {
  const key = JSON.stringify(rules);
  let guide = guides.get(key);
  if (!guide) {
    guide = ask<Guide>('POST', 'guide', { game: 'koikoi', rules }).catch(() => {
      guides.delete(key);
      return null;
    });
    guides.set(key, guide);
  }
  return guide;
}

/** The yaku as they can be made now: those of a month have the cards of the round's month, or one yaku stands for each month. */
export function yakuNow({ yaku }: Guide, month: number): Yaku[] {
  const only = (one: Yaku, wanted: number) => ({ ...one, with: one.with.filter((card) => monthOf(card) === wanted), of: one.of.filter((card) => monthOf(card) === wanted) });
  return yaku.flatMap((one) => {
    if (one.month === 'round') return [only(one, month)];
    if (one.month === 'each') return Array.from({ length: 12 }, (_, at) => only(one, at + 1));
    return [one];
  });
}

/** The cards of a pile that make a yaku. */
export function cardsOf(guide: Guide | null, name: string, pile: readonly string[], month: number): string[] {
  if (!guide) return [];
  const made = yakuNow(guide, month).filter((one) => one.name === name && isMade(one, pile));
  const cards = new Set(made.flatMap((one) => [...one.with, ...one.of]));
  return pile.filter((card) => cards.has(card));
}

const isMade = (one: Yaku, pile: readonly string[]) =>
  one.with.every((card) => pile.includes(card)) && one.of.filter((card) => pile.includes(card)).length >= one.need;
