// Kierki in words.
import { named, t } from '../texts/texts.svelte';
import { rankOf, suitOf } from './hand';

/** What a type of deal is called. */
export const kindName = (kind: number): string => named(t().kierki.kinds, String(kind));

/** What a type of deal asks for. */
export const kindAim = (kind: number): string => named(t().kierki.aims, String(kind));

export const suitName = (suit: string): string => named(t().cards.suits, suit);

/** A card in short: jack, 9. */
export const rankName = (card: string): string => named(t().cards.ranks, rankOf(card));

const signs: Readonly<Record<string, string>> = { C: '♣', D: '♦', H: '♥', S: '♠' };

/** A card as it is written: Q♠. */
export const written = (card: string): string => `${rankOf(card)}${signs[suitOf(card)]}\uFE0E`;
