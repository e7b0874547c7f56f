// How what happens is shown: card by card, each trick lies a moment before it is gathered.
import type { GameEvent, KierkiEvent, KierkiTrick } from '../protocol/types';
import type { Beat } from '../table/game';
import { TRICKS, type KierkiView } from './types';

/** A trick lies so long before it is gathered, so that everybody sees it. */
const LOOK = 600;
/** So long a deal's result is shown before anybody else leads. */
const READ = 1600;
/** Whoever comes back after more cards than these sees how it stands, and not everything that was missed. */
const MISSED = 8;

export function beats(before: KierkiView, events: GameEvent[], after: KierkiView): Beat<KierkiView>[] {
  const happened = events as KierkiEvent[];
  if (happened.filter(({ event }) => event === 'played').length > MISSED) return [{ view: after }];
  const shown: Beat<KierkiView>[] = [];
  let view = before;
  for (const event of happened) {
    switch (event.event) {
      case 'played':
        view = laid(view, event.seat, event.card);
        shown.push({ view, sound: 'lay', from: event.seat === view.viewer ? {} : { [event.card]: `hand-${event.seat}` } });
        break;
      case 'taken':
        view = taken(view, event.taker, event.points);
        shown.push({ view, hold: LOOK });
        view = { ...view, lying: false };
        shown.push({ view, sound: 'gather', gather: event.cards });
        break;
      case 'deal-ended':
        view = { ...view, tricks: [], hand: [], dealt: [], hand_sizes: [0, 0, 0, 0], points: [0, 0, 0, 0], scores: event.scores, last: event };
        shown.push({ view });
        break;
      case 'deal-began':
        view = { ...view, deal: event.deal, kind: event.kind, first: event.first, turn: event.first };
        break;
      case 'dealt': {
        const own = (view.viewer === null ? null : event.hands[view.viewer]) ?? [];
        view = { ...view, dealt: own, hand: own, hand_sizes: [TRICKS, TRICKS, TRICKS, TRICKS] };
        shown.push({ view, sound: 'gather', gather: own, from: Object.fromEntries(own.map((card) => [card, 'mat'])), hold: READ });
        break;
      }
      case 'match-ended': {
        const place = view.viewer === null ? null : event.outcome.places[view.viewer];
        view = { ...view, outcome: event.outcome };
        shown.push(place === null ? { view } : { view, sound: place === 1 ? 'won' : 'lost' });
        break;
      }
    }
  }
  return shown;
}

function laid(view: KierkiView, seat: number, card: string): KierkiView {
  const running = view.tricks.at(-1);
  const tricks: KierkiTrick[] =
    running && running.taker === null
      ? view.tricks.with(-1, { ...running, cards: [...running.cards, card] })
      : [...view.tricks, { leader: seat, cards: [card], taker: null }];
  return {
    ...view,
    tricks,
    lying: false,
    hand: view.hand.filter((other) => other !== card),
    playable: [],
    hand_sizes: view.hand_sizes.map((size, of) => (of === seat ? size - 1 : size)),
    turn: (seat + 1) % 4,
  };
}

function taken(view: KierkiView, taker: number, points: number): KierkiView {
  const trick = view.tricks.at(-1);
  if (!trick) return view;
  return {
    ...view,
    tricks: view.tricks.with(-1, { ...trick, taker }),
    lying: true,
    points: view.points.map((own, seat) => (seat === taker ? own + points : own)),
    turn: taker,
  };
}
