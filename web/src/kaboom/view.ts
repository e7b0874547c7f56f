// What the page adds to a view of Kaboom, and small things that are asked of one.
import type { KaboomAbility, KaboomGuide, KaboomLaid, KaboomView as ServerView, Spot } from '../protocol/types';

export interface KaboomView extends ServerView {
  /** All cards lie open, as they do between two rounds. In a replay with open hands, which cards they are. */
  open?: boolean | (string | null)[][];
  /** In such a replay, the card that was drawn. */
  held_open?: string | null;
}

/** The knobs that the page speaks of. */
export interface Knobs {
  rounds: number;
  until_score: number;
  flip_penalty: number;
  memory_aid: boolean;
}
export const knobs = (view: KaboomView): Knobs => view.rules as unknown as Knobs;

export const seatOf = (spot: Spot): number => Number(spot.split('.')[0]);
export const slotOf = (spot: Spot): number => Number(spot.split('.')[1]);
/** The card at a spot. */
export const lyingAt = (view: KaboomView, spot: Spot): KaboomLaid | null => view.hands[seatOf(spot)]?.[slotOf(spot)] ?? null;
/** The rank as a text: `5`, `K`, `joker`. */
export const rankOf = (card: string): string => (card.startsWith('joker') ? 'joker' : card.slice(0, -1));
/** Whether everybody's cards lie open. */
export const isOpen = (view: KaboomView): boolean => view.open === true || view.stage.to === 'over';

const suits: Record<string, string> = { C: '♣', D: '♦', H: '♥', S: '♠' };
/** A card in two signs: `5♣`. */
export const inSigns = (card: string): string => (card.startsWith('joker') ? '★' : `${rankOf(card)}${suits[card.at(-1) ?? ''] ?? ''}`);

/** The cards with an ability in signs; where all of a rank have it, the rank alone: `7 8`, `K♣ K♠`. */
export function abilityInSigns({ cards, abilities }: KaboomGuide, ability: KaboomAbility): string {
  const able = abilities.find((one) => one.ability === ability)?.cards ?? [];
  const whole = (card: string) => cards.find(({ code }) => code === card)?.matches.every((other) => able.includes(other)) ?? false;
  return [...new Set(able.map((card) => (whole(card) ? rankOf(card) : inSigns(card))))].join(' ');
}
