// What happens, as sentences for the log. The log can be read later, so it leaves out what is to be remembered: which card went
// where. Who listens hears that in its moment (moments.svelte.ts).
import { cardName } from '../cards/names';
import type { GameEvent, KaboomEvent } from '../protocol/types';
import { fill, t } from '../texts/texts.svelte';
import { knobs, seatOf, slotOf, type KaboomView } from './view';

/** Which round it is, or another one of the match. */
export function where(view: KaboomView, round = view.round): string {
  const rules = knobs(view);
  if (rules.until_score > 0) return fill(t().kaboom.roundUntil, { n: round, score: rules.until_score });
  return fill(t().kaboom.roundOf, { n: round, all: rules.rounds });
}

export function tell(told: GameEvent, nameOf: (seat: number) => string, you: number | null): string | null {
  const event = told as KaboomEvent;
  const texts = t().kaboom.told;
  const seat = 'seat' in event ? event.seat : null;
  const own = seat !== null && seat === you;
  const name = seat === null ? '' : nameOf(seat);
  const spot = (at: string) => {
    const { yours, own, theirs } = t().kaboom.slot;
    const whose = seatOf(at);
    return fill(whose === you ? yours : whose === seat ? own : theirs, { n: slotOf(at) + 1, name: nameOf(whose) });
  };
  const say = (text: { you: string; they: string }, values: Record<string, string | number> = {}) => fill(own ? text.you : text.they, { name, ...values });
  switch (event.event) {
    case 'round-began':
      return fill(texts.round, { n: event.round, name: nameOf(event.first) });
    case 'ready':
      return say(texts.ready);
    case 'turned':
      return fill(texts.turned, { card: cardName(event.card) });
    case 'turn-began':
      return own ? t().table.yourTurn : null;
    case 'kaboom':
      return say(texts.kaboom);
    case 'took':
    case 'kept':
      return say(event.event === 'took' ? texts.took : texts.kept, { card: cardName(event.replaced) });
    case 'drew':
      return own ? null : say(texts.drew);
    case 'discarded':
      return say(texts.discarded, { card: cardName(event.card) });
    case 'used':
      return own ? null : fill(texts.used, { name, ability: t().kaboom.does[event.ability] });
    case 'peeked':
      return say(texts.peeked, { spot: spot(event.spot) });
    case 'picked':
      return own ? null : say(texts.picked, { spot: spot(event.spot) });
    case 'swapped':
      return say(texts.swapped, { one: spot(event.one), two: spot(event.other) });
    case 'flipped':
      return say(texts.flipped, { card: cardName(event.card) });
    case 'flipped-wrong':
      return say(texts.wrong, { spot: spot(event.spot) });
    case 'penalty':
      return say(texts.penalty);
    case 'gave':
      return say(texts.gave, { to: seatOf(event.to) === you ? t().you : nameOf(seatOf(event.to)) });
    case 'gift-declined':
      return say(texts.declined);
    case 'reshuffled':
      return texts.reshuffled;
    case 'round-ended': {
      const { sums, points } = event;
      return fill(texts.ended, { list: sums.map((sum, at) => fill(texts.sum, { name: nameOf(at), sum, points: points[at] ?? 0 })).join(' ') });
    }
    default:
      return null;
  }
}
