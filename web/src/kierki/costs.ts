// What the deals of a match cost, as the house tells it for these very rules.
import { guideTo } from '../house/guide.svelte';
import type { KierkiKindGuide, Rules } from '../protocol/types';
import { fill, t } from '../texts/texts.svelte';
import { TRICKS } from './types';

/** What this type of deal costs under these rules; `null` as long as the house has not told: then its name alone is shown. */
export const costsOf = (rules: Rules, kind: number): KierkiKindGuide | null => guideTo('kierki', rules)?.kinds.find((one) => one.kind === kind) ?? null;

/** The cards that cost points, the dearest first. */
export function costlyCards(kind: KierkiKindGuide): string[] {
  const cards = new Set(kind.costs.flatMap((cost) => ('cards' in cost ? cost.cards : [])));
  return [...cards].sort((a, b) => cardCost(kind, b) - cardCost(kind, a));
}

/** The tricks that cost more as such than others do, from 1. */
export function costlyTricks(kind: KierkiKindGuide): number[] {
  const all = Array.from({ length: TRICKS }, (_, at) => at + 1);
  const usual = Math.min(...all.map((trick) => trickCost(kind, trick)));
  return all.filter((trick) => trickCost(kind, trick) > usual);
}

/** What a card costs whoever takes it. */
export const cardCost = (kind: KierkiKindGuide, card: string): number => kind.costs.reduce((sum, cost) => ('cards' in cost && cost.cards.includes(card) ? sum + cost.points : sum), 0);

/** What a trick costs as such, whatever lies in it. */
export const trickCost = (kind: KierkiKindGuide, trick: number): number => kind.costs.reduce((sum, cost) => ('tricks' in cost && cost.tricks.includes(trick) ? sum + cost.points : sum), 0);

/** What one item costs, in words, where all cost the same; else nothing. */
export function price(kind: KierkiKindGuide | null): string {
  const [cost, ...others] = kind?.costs ?? [];
  if (!cost || others.length > 0) return '';
  const several = ('cards' in cost ? cost.cards : cost.tricks).length > 1;
  return several ? fill(t().kierki.each, { n: cost.points }) : String(cost.points);
}
