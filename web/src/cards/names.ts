import { fill, named, t } from '../texts/texts.svelte';
import type { DeckName } from './art.svelte';

/** Which deck a card is of, by its code. */
export const deckOf = (code: string): DeckName => (/^\d+-/.test(code) ? 'hanafuda' : 'western');

/** The full name of a card. */
export function cardName(code: string): string {
  const { hanafuda, western, suits, ranks, jokers, back } = t().cards;
  if (code === 'back') return back;
  if (deckOf(code) === 'hanafuda') return named(hanafuda, code);
  if (code.startsWith('joker')) return named(jokers, code);
  return fill(western, { rank: named(ranks, code.slice(0, -1)), suit: named(suits, code.slice(-1)) });
}

/** The month of a hanafuda. */
export const monthOf = (code: string): number => Number.parseInt(code, 10);
