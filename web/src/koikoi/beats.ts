// What happens at a table of Koi-Koi, step by step: each step is the view before with the cards moved as the event says.
import type { GameEvent, KoikoiEvent, KoikoiView } from '../protocol/types';
import type { Beat } from '../table/game';
import type { Shown } from './view';

/** How long two cards lie on each other, and a turned card on its pile. */
const LOOK = 250;
/** How long a deal that is not played is shown. */
const MISDEAL = 1500;

const without = (cards: readonly string[], gone: readonly string[]) => cards.filter((card) => !gone.includes(card));

export function beats(before: KoikoiView, happened: GameEvent[], after: KoikoiView): Beat<KoikoiView>[] {
  const events = happened as KoikoiEvent[];
  const steps: Beat<Shown>[] = [];
  let view: Shown = before;
  const step = (change: Partial<Shown>, how: Omit<Beat, 'view'> = {}) => {
    view = { ...view, ...change };
    steps.push({ view, ...how });
  };
  const land = (card: string, on: string, change: Partial<Shown>, how: Omit<Beat, 'view'> = {}) =>
    step({ ...change, turned: null, landing: { card, on } }, { slap: [card], sound: 'slap', hold: LOOK, ...how });
  const settled: Partial<Shown> = { landing: null, turned: null, stage: { to: 'play' } };

  events.forEach((event, at) => {
    switch (event.event) {
      case 'played': {
        const { seat, card } = event;
        const next = events[at + 1];
        const held = view.hand_sizes[seat] ?? 0;
        const own = seat === view.viewer;
        const change = { ...settled, turn: seat, hand: without(view.hand, [card]), hand_sizes: view.hand_sizes.with(seat, held - 1) };
        const how = own ? {} : { from: { [card]: `back-${seat}-${held - 1}` }, turn: [card] };
        if (next?.event === 'captured') land(card, next.taken[0] as string, change, how);
        else if (next?.event === 'choice-arose') step({ ...change, turned: card }, { ...how, sound: 'lay' });
        else step({ ...change, field: [...view.field, card] }, { ...how, sound: 'lay', hold: LOOK });
        break;
      }
      case 'drawn':
        step({ ...settled, turned: event.card, draw_pile: view.draw_pile - 1 }, { from: { [event.card]: 'draw' }, turn: [event.card], sound: 'turn', hold: LOOK });
        break;
      case 'laid':
        if (!view.field.includes(event.card)) step({ ...settled, field: [...view.field, event.card] }, { sound: 'lay' });
        break;
      case 'captured': {
        const { seat, card, taken } = event;
        if (view.landing?.card !== card) land(card, taken[0] as string, { stage: { to: 'play' } });
        const all = [card, ...taken];
        const pile = [...(view.piles[seat] ?? []), ...all];
        step({ ...settled, field: without(view.field, all), piles: view.piles.with(seat, pile) }, { gather: all, sound: 'gather' });
        break;
      }
      case 'round-ended': {
        const { event: _, ...last } = event;
        const won = last.ending.how === 'won' ? last.ending.winner : null;
        step({ ...settled, last, scores: last.scores }, { hold: LOOK, sound: won === view.viewer ? 'won' : 'lost' });
        break;
      }
      case 'round-began': {
        const { round, month, dealer } = event;
        step({ ...settled, round, month, dealer, turn: dealer, hand: [], hand_sizes: [0, 0], field: [], piles: [[], []], draw_pile: 48, calls: [0, 0], fresh: [], standing: after.standing });
        break;
      }
      case 'dealt': {
        const hand = view.viewer === null ? [] : (event.hands[view.viewer] ?? []);
        const from = Object.fromEntries([...hand, ...event.field].map((card) => [card, 'draw']));
        const misdealt = events[at + 1]?.event === 'misdealt';
        step({ ...settled, hand, hand_sizes: [8, 8], field: event.field, draw_pile: 24 }, { from, sound: 'gather', hold: misdealt ? MISDEAL : 0 });
        break;
      }
    }
  });
  return steps;
}
