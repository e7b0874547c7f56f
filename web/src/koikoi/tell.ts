// What happens, in sentences: for the log, and for whoever listens.
import { cardName } from '../cards/names';
import type { GameEvent, KoikoiEnding, KoikoiEvent, KoikoiLuck } from '../protocol/types';
import { fill, listed, named, t } from '../texts/texts.svelte';

type Name = (seat: number) => string;

/** Luck of a deal: 'All four of March'. */
export function luckTold(luck: KoikoiLuck): string {
  return fill(t().koikoi.luck[luck.kind], { month: 'month' in luck ? named(t().cards.months, String(luck.month)) : '' });
}

/** How a round ended, in a sentence. */
function endingTold(ending: KoikoiEnding, month: string, name: Name, you: number | null): string {
  const texts = t().koikoi.result;
  switch (ending.how) {
    case 'won':
      return `${ending.winner === you ? fill(texts.won, { month }) : fill(texts.lost, { month, name: name(ending.winner) })}.`;
    case 'lucky-hands':
      return ending.hands
        .flatMap((luck, seat) => (luck ? [fill(seat === you ? texts.luckyYou : texts.luckyOther, { name: name(seat), luck: luckTold(luck) })] : []))
        .join(' ');
    case 'void':
      return fill(texts.voidText, { luck: luckTold(ending.luck) });
    case 'ran-out':
      return texts.ranOutText;
  }
}

export function tell(happened: GameEvent, name: Name, you: number | null): string | null {
  const event = happened as KoikoiEvent;
  const texts = t().koikoi.told;
  /** Told of oneself, or of somebody else. */
  const of = (seat: number, yours: string, others: string, values: Record<string, string | number> = {}) => fill(seat === you ? yours : others, { name: name(seat), ...values });
  const cards = (codes: readonly string[]) => listed(codes.map(cardName));
  switch (event.event) {
    case 'dealer-drawn':
      return fill(texts.dealerDrawn, { first: name(0), second: name(1), one: cardName(event.cards[0] ?? ''), two: cardName(event.cards[1] ?? '') });
    case 'round-began':
      return of(event.dealer, texts.beganYou, texts.began, { round: event.round, month: named(t().cards.months, String(event.month)) });
    case 'misdealt': {
      const { hand, handYou, field } = t().koikoi.luck;
      const place = event.place.lies === 'field' ? field : of(event.place.seat, handYou, hand);
      return fill(texts.misdealt, { luck: luckTold(event.luck), place });
    }
    case 'played':
      return of(event.seat, texts.playedYou, texts.played, { card: cardName(event.card) });
    case 'captured':
      return fill(texts.captured, { card: cardName(event.card), taken: cards(event.taken) });
    case 'drawn':
      return fill(texts.drawn, { card: cardName(event.card) });
    case 'laid':
      return fill(texts.laid, { card: cardName(event.card) });
    case 'choice-arose':
      return of(event.seat, texts.choiceYou, texts.choice, { card: cardName(event.card), options: cards(event.options) });
    case 'yaku-made':
      return of(event.seat, texts.yakuYou, texts.yaku, { yaku: listed(event.yaku.map(({ yaku }) => named(t().koikoi.yaku, yaku))), n: event.score.points });
    case 'koi-koi':
      return of(event.seat, texts.koikoiYou, texts.koikoi);
    case 'stopped':
      return of(event.seat, texts.stoppedYou, texts.stopped);
    case 'round-ended': {
      const how = endingTold(event.ending, fill(t().koikoi.result.round, { n: event.round }), name, you);
      const called = (seat: number) => (seat === you ? t().you : name(seat));
      return `${fill(texts.ended, { round: event.round, how })} ${fill(texts.score, { first: called(0), a: event.scores[0] ?? 0, second: called(1), b: event.scores[1] ?? 0 })}`;
    }
    default:
      return null;
  }
}

/** A turn as one sentence: what the card of the hand did, and then the one that was turned up. Whatever is no whole turn is told event by event. */
export function retell(happened: readonly GameEvent[], name: Name, you: number | null): string[] {
  // That there is a choice is told by what was chosen.
  const events = (happened as readonly KoikoiEvent[]).filter(({ event }) => event !== 'choice-arose');
  const texts = t().koikoi.told;
  const sentences: (string | null)[] = [];
  for (let at = 0; at < events.length; at++) {
    const [played, did, drawn, then] = events.slice(at, at + 4);
    const first = played?.event === 'played' && done(did, played.seat === you ? [texts.tookYou, texts.leftYou] : [texts.took, texts.left], name(played.seat));
    const second = drawn?.event === 'drawn' && done(then, [texts.upTook, texts.upLeft]);
    if (first && second) {
      sentences.push(fill(texts.turn, { first, then: second }));
      at += 3;
    } else sentences.push(tell(events[at] as GameEvent, name, you));
  }
  return sentences.filter((sentence) => sentence !== null);
}

/** What a card did: it took something, or stays. */
function done(event: KoikoiEvent | undefined, [took, left]: [string, string], name = ''): string | null {
  if (event?.event === 'captured') return fill(took, { name, card: cardName(event.card), taken: listed(event.taken.map(cardName)) });
  return event?.event === 'laid' ? fill(left, { name, card: cardName(event.card) }) : null;
}
