// What happens, step by step: each event moves cards in a copy of the view, and says from where they come.
import type { GameEvent } from '../protocol/types';
import type { Beat } from '../table/game';
import type { Happened, KaboomView, Lying, RoundResult, Spot } from './view';
import { lyingAt, seatOf, slotOf } from './view';

/** All cards lie open for so long between two rounds; nobody has to wait for it. */
const REVEAL = 2600;

/** The key of the card at a spot, of the top discard, and of the others: `deck` and `held`. */
export const at = (spot: Spot): string => `at-${spot}`;
export const discarded = (number: number): string => `discard-${number}`;

const unknown: Lying = { card: null, one_of: null, seen: [], shown: null };

export function beats(before: KaboomView, events: GameEvent[], after: KaboomView): Beat<KaboomView>[] {
  const steps: Beat<KaboomView>[] = [];
  let view = before;
  for (const event of events) {
    const beat = step(view, event as Happened, after);
    if (!beat) continue;
    view = beat.view;
    steps.push(beat);
  }
  return steps;
}

function step(view: KaboomView, event: Happened, after: KaboomView): Beat<KaboomView> | null {
  const { seat, slot, card, discard } = event;
  const spot = event.spot ?? `${seat}.${slot}`;
  switch (event.event) {
    case 'round-began':
      return { view: after, from: fromDeck(after), gather: Object.keys(fromDeck(after)), sound: 'gather' };
    case 'turned':
      return { view: onPile({ ...view, draw_pile: view.draw_pile - 1 }, event), from: { [discarded(discard)]: 'deck' }, turn: [discarded(discard)], sound: 'turn' };
    case 'drew':
      return { view: { ...view, turn: seat, held: { card }, draw_pile: view.draw_pile - 1 }, from: { held: 'deck' }, turn: card ? ['held'] : [], sound: 'lay' };
    case 'took': {
      const taken = { ...view, discard_pile: view.discard_pile.slice(0, -1) };
      return { view: onPile(taken, { ...event, card: event.replaced }), from: { [at(spot)]: discarded(view.discard), [discarded(discard)]: at(spot) }, turn: [discarded(discard)], sound: 'lay' };
    }
    case 'kept': {
      const kept = lay({ ...view, held: null }, spot, { ...unknown, card });
      return { view: onPile(kept, { ...event, card: event.replaced }), from: { [at(spot)]: 'held', [discarded(discard)]: at(spot) }, turn: [discarded(discard)], sound: 'lay' };
    }
    case 'discarded':
      return { view: onPile({ ...view, held: null }, event), from: { [discarded(discard)]: 'held' }, sound: 'lay' };
    case 'flipped':
      return { view: { ...onPile(lay(view, spot, null), event), flipped_by: seat }, from: { [discarded(discard)]: at(spot) }, slap: [discarded(discard)], turn: [discarded(discard)], sound: 'slap' };
    case 'penalty':
      return { view: lay({ ...view, draw_pile: view.draw_pile - 1 }, spot, unknown), from: { [at(spot)]: 'deck' }, sound: 'lay' };
    case 'gave': {
      const given = lyingAt(view, spot);
      return { view: lay(lay(view, spot, null), event.to, given), from: { [at(event.to)]: at(spot) }, sound: 'lay' };
    }
    case 'swapped': {
      const [one, other] = [lyingAt(view, event.one), lyingAt(view, event.other)];
      return { view: lay(lay(view, event.one, other), event.other, one), from: { [at(event.one)]: at(event.other), [at(event.other)]: at(event.one) }, gather: [at(event.one), at(event.other)], sound: 'gather' };
    }
    case 'peeked':
    case 'flipped-wrong':
      return { view, sound: 'turn' };
    case 'kaboom':
      return { view: { ...view, caller: seat }, sound: 'slap' };
    case 'reshuffled':
      return { view: { ...view, draw_pile: event.cards, discard_pile: view.discard_pile.slice(-1) }, sound: 'gather' };
    case 'revealed':
      return { view: { ...view, open: true, hands: event.hands.map((hand) => hand.map((card) => card && { ...unknown, card })) }, sound: 'turn' };
    case 'round-ended': {
      const last = event as unknown as RoundResult;
      const best = Math.min(...last.points);
      const won = view.viewer !== null && last.points[view.viewer] === best;
      return { view: { ...view, last, scores: last.scores }, hold: REVEAL, sound: won ? 'won' : 'lost' };
    }
    default:
      return null;
  }
}

/** The view with this card, or none, at the spot; a new slot lies behind the others. */
function lay(view: KaboomView, spot: Spot, card: Lying | null): KaboomView {
  const hands = view.hands.map((hand, seat) => {
    if (seat !== seatOf(spot)) return hand;
    const slots = [...hand];
    while (slots.length <= slotOf(spot)) slots.push(null);
    slots[slotOf(spot)] = card;
    return slots;
  });
  return { ...view, hands };
}

function onPile(view: KaboomView, { card, discard }: Pick<Happened, 'card' | 'discard'>): KaboomView {
  return { ...view, discard, discard_pile: card ? [...view.discard_pile, card] : view.discard_pile, flipped_by: null };
}

function fromDeck(view: KaboomView): Record<string, string> {
  return Object.fromEntries(view.hands.flatMap((hand, seat) => hand.map((_, slot) => [at(`${seat}.${slot}`), 'deck'])));
}
