// What the house thinks of decisions, in words: actions by their names, and what they are worth.
import { cardName } from '../cards/names';
import type { Game as GameName, Unit } from '../protocol/types';
import { fill, spoken, t } from '../texts/texts.svelte';

/** An action as somebody would say it: 'Play the crane'. */
export function actionTold(game: GameName, action: string, name: (seat: number) => string, you: number | null): string {
  const texts: Readonly<Record<string, string>> = t().review.acts;
  const [verb = '', place = ''] = action.split(' ');
  if (game !== 'kaboom') return fill(texts[verb] ?? action, { card: place ? cardName(place) : '' });
  // A card is a slot of one's own, or of a seat: `3`, `1.3`.
  const [seat, slot] = place.includes('.') ? place.split('.').map(Number) : [you, Number(place)];
  const { yours, theirs } = t().kaboom.slot;
  const card = place === '' ? '' : fill(seat === you ? yours : theirs, { n: (slot ?? 0) + 1, name: name(seat ?? 0) });
  return fill(texts[verb] ?? action, { card });
}

const percent = (share: number) => new Intl.NumberFormat(spoken(), { style: 'percent', maximumFractionDigits: 0 }).format(share);
const tenths = (points: number) => new Intl.NumberFormat(spoken(), { maximumFractionDigits: 1 }).format(points);

/** What something is worth: a chance to win, or the points that one has to expect. */
export function worthTold(value: number, unit: Unit): string {
  if (unit === 'win-probability') return percent(Math.min(1, Math.max(0, value)));
  // Penalties count below zero.
  return fill(t().review.points, { points: tenths(Math.abs(value) < 0.05 ? 0 : -value) });
}

/** Half the width of the interval around what something is worth. */
export function intervalTold(interval: number, unit: Unit): string {
  return unit === 'win-probability' ? percent(interval) : tenths(interval);
}
