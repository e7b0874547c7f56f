// What the deals of a match cost, as the house tells it for these very rules.
import { ask } from '../protocol/http';
import type { Rules } from '../protocol/types';
import { fill, t } from '../texts/texts.svelte';
import { TRICKS } from './types';

/** Each of the cards, or each of the tricks, costs so many points. */
export type Cost = { cards: string[]; points: number } | { tricks: number[]; points: number };

/** A type of deal. */
export interface Kind {
  kind: number;
  costs: Cost[];
  total: number;
}

const asked = new Set<string>();
let told = $state.raw<Readonly<Record<string, readonly Kind[]>>>({});

/** What this type of deal costs under these rules; `null` as long as the house has not told. */
export function costsOf(rules: Rules, kind: number): Kind | null {
  const name = JSON.stringify(rules);
  if (!asked.has(name)) queueMicrotask(() => void fetchGuide(name, rules));
  return told[name]?.find((one) => one.kind === kind) ?? null;
}

async function fetchGuide(name: string, rules: Rules): Promise<void> {
  if (asked.has(name)) return;
  asked.add(name);
  try {
    const { kinds } = await ask<{ kinds: Kind[] }>('POST', 'guide', { game: 'kierki', rules });
    told = { ...told, [name]: kinds };
  } catch {
    asked.delete(name);
    // The table can be played without it: it shows the type of the deal alone.
  }
}

/** The cards that cost points, the dearest first. */
export function costlyCards(kind: Kind): string[] {
  const cards = new Set(kind.costs.flatMap((cost) => ('cards' in cost ? cost.cards : [])));
  return [...cards].sort((a, b) => cardCost(kind, b) - cardCost(kind, a));
}

/** The tricks that cost more as such than others do, from 1. */
export function costlyTricks(kind: Kind): number[] {
  const all = Array.from({ length: TRICKS }, (_, at) => at + 1);
  const usual = Math.min(...all.map((trick) => trickCost(kind, trick)));
  return all.filter((trick) => trickCost(kind, trick) > usual);
}

/** What a card costs whoever takes it. */
export const cardCost = (kind: Kind, card: string): number => kind.costs.reduce((sum, cost) => ('cards' in cost && cost.cards.includes(card) ? sum + cost.points : sum), 0);

/** What a trick costs as such, whatever lies in it. */
export const trickCost = (kind: Kind, trick: number): number => kind.costs.reduce((sum, cost) => ('tricks' in cost && cost.tricks.includes(trick) ? sum + cost.points : sum), 0);

/** What one item costs, in words, where all cost the same; else nothing. */
export function price(kind: Kind | null): string {
  const [cost, ...others] = kind?.costs ?? [];
  if (!cost || others.length > 0) return '';
  const several = ('cards' in cost ? cost.cards : cost.tricks).length > 1;
  return several ? fill(t().kierki.each, { n: cost.points }) : String(cost.points);
}
