// How piles are sorted: by what the pictures show.
import { monthOf } from '../cards/names';

export const kinds = ['light', 'animal', 'ribbon', 'plain'] as const;
export type Kind = (typeof kinds)[number];

const lights = new Set(['1-crane', '3-curtain', '8-moon', '11-rainman', '12-phoenix']);

/** The row of a pile that a card lies in. */
export function kindOf(card: string): Kind {
  if (lights.has(card)) return 'light';
  if (/-(ribbon|poem)$/.test(card)) return 'ribbon';
  return /-plain-|-lightning$/.test(card) ? 'plain' : 'animal';
}

/** A plain card of the month, whose picture stands for it. */
export const emblem = (month: number): string => (month === 11 ? '11-ribbon' : `${month}-plain-1`);

/** Whether two cards match; a wild lightning matches everything. */
export const matches = (card: string, other: string, wild: boolean): boolean =>
  monthOf(card) === monthOf(other) || (wild && card === '11-lightning');
