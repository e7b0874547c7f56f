// What happens, step by step: each event moves cards in a copy of the view, and says from where they come.
import type { GameEvent, KaboomEvent, KaboomLaid, Spot } from '../protocol/types';
import type { Beat } from '../table/game';
import { lyingAt, seatOf, slotOf, type KaboomView } from './view';

/** All cards lie open for so long between two rounds; nobody has to wait for it. */
const REVEAL = 2600;

/** The key of the card at a spot, of the top discard, and of the others: `deck` and `held`. */
export const at = (spot: Spot): string => `at-${spot}`;
export const discarded = (number: number): string => `discard-${number}`;

const unknown: KaboomLaid = { card: null, one_of: null, shuffle: 0, seen: [], shown: null };

export function beats(before: KaboomView, events: GameEvent[], after: KaboomView): Beat<KaboomView>[] {
  const steps: Beat<KaboomView>[] = [];
  let view = before;
  for (const event of events as KaboomEvent[]) {
    const beat = step(view, event, after);
    if (!beat) continue;
    view = beat.view;
    steps.push(beat);
  }
  return steps;
}

function step(view: KaboomView, event: KaboomEvent, after: KaboomView): Beat<KaboomView> | null {
  switch (event.event) {
    case 'round-began': {
      const from = fromDeck(after);
      return { view: after, from, gather: Object.keys(from), sound: 'gather' };
    }
    case 'turned': {
      const top = discarded(event.discard);
      return { view: onPile(drawn(view), event.card, event.discard), from: { [top]: 'deck' }, turn: [top], sound: 'turn' };
    }
    case 'drew':
      return { view: { ...drawn(view), turn: event.seat, held: { card: event.card, one_of: null, shuffle: 0 } }, from: { held: 'deck' }, turn: event.card ? ['held'] : [], sound: 'lay' };
    case 'took': {
      const [place, top] = [at(`${event.seat}.${event.slot}`), discarded(event.discard)];
      const taken = { ...view, discard_pile: view.discard_pile.slice(0, -1) };
      return { view: onPile(taken, event.replaced, event.discard), from: { [place]: discarded(view.discard), [top]: place }, turn: [top], sound: 'lay' };
    }
    case 'kept': {
      const spot = `${event.seat}.${event.slot}`;
      const [place, top] = [at(spot), discarded(event.discard)];
      const kept = lay({ ...view, held: null }, spot, { ...unknown, card: event.card });
      return { view: onPile(kept, event.replaced, event.discard), from: { [place]: 'held', [top]: place }, turn: [top], sound: 'lay' };
    }
    case 'discarded':
      return { view: onPile({ ...view, held: null }, event.card, event.discard), from: { [discarded(event.discard)]: 'held' }, sound: 'lay' };
    case 'flipped': {
      const top = discarded(event.discard);
      const flipped = onPile(lay(view, event.spot, null), event.card, event.discard);
      return { view: { ...flipped, flipped_by: event.seat }, from: { [top]: at(event.spot) }, slap: [top], turn: [top], sound: 'slap' };
    }
    case 'penalty': {
      const spot = `${event.seat}.${event.slot}`;
      return { view: lay(drawn(view), spot, unknown), from: { [at(spot)]: 'deck' }, sound: 'lay' };
    }
    case 'gave': {
      const spot = `${event.seat}.${event.slot}`;
      return { view: lay(lay(view, spot, null), event.to, lyingAt(view, spot)), from: { [at(event.to)]: at(spot) }, sound: 'lay' };
    }
    case 'swapped': {
      const { one, other } = event;
      const swapped = lay(lay(view, one, lyingAt(view, other)), other, lyingAt(view, one));
      return { view: swapped, from: { [at(one)]: at(other), [at(other)]: at(one) }, gather: [at(one), at(other)], sound: 'gather' };
    }
    case 'peeked':
    case 'flipped-wrong':
      return { view, sound: 'turn' };
    case 'kaboom':
      return { view: { ...view, caller: event.seat }, sound: 'slap' };
    case 'reshuffled':
      return { view: { ...view, draw_pile: event.cards, discard_pile: view.discard_pile.slice(-1) }, sound: 'gather' };
    case 'revealed': {
      const hands = event.hands.map((hand) => hand.map((card) => (card ? { ...unknown, card } : null)));
      return { view: { ...view, open: true, hands }, sound: 'turn' };
    }
    case 'round-ended': {
      const won = view.viewer !== null && event.points[view.viewer] === Math.min(...event.points);
      return { view: { ...view, last: event, scores: event.scores }, hold: REVEAL, sound: won ? 'won' : 'lost' };
    }
    default:
      return null;
  }
}

const drawn = (view: KaboomView): KaboomView => ({ ...view, draw_pile: view.draw_pile - 1 });

/** The view with this card, or none, at the spot; a new slot lies behind the others. */
function lay(view: KaboomView, spot: Spot, card: KaboomLaid | null): KaboomView {
  const hands = view.hands.map((hand, seat) => {
    if (seat !== seatOf(spot)) return hand;
    const slots = [...hand];
    while (slots.length <= slotOf(spot)) slots.push(null);
    slots[slotOf(spot)] = card;
    return slots;
  });
  return { ...view, hands };
}

function onPile(view: KaboomView, card: string, discard: number): KaboomView {
  return { ...view, discard, discard_pile: [...view.discard_pile, card], flipped_by: null };
}

function fromDeck(view: KaboomView): Record<string, string> {
  return Object.fromEntries(view.hands.flatMap((hand, seat) => hand.map((_, slot) => [at(`${seat}.${slot}`), 'deck'])));
}
