// What is shown for a moment and goes away by itself: a card that was peeked at or flipped wrongly, who looks where, who says what.
// Nothing of it is kept: memory is the game.
import { cardName } from '../cards/names';
import { fill, named, t } from '../texts/texts.svelte';
import type { KaboomEvent, Spot } from '../protocol/types';
import { rankOf, seatOf, slotOf, type KaboomView } from './view';

const PEEK = 4000;
/** A further card of the same look takes so much longer to learn. */
const MORE = 1000;
const EYE = 2600;
const SHOWN = 1700;
const BUBBLE = 2200;
const BURST = 900;

export interface Glimpse {
  spot: Spot;
  /** Which card it is, if we may see it; otherwise there is only an eye. */
  card: string | null;
  how: 'peek' | 'wrong' | 'took';
  /** How long it is shown, in milliseconds. */
  lasts: number;
}

export interface Bubble {
  /** A spot, `discard`, or `seat-2`. */
  at: string;
  text: string;
  look: 'plain' | 'yes' | 'wrong' | 'late';
}

export class Moments {
  glimpses = $state.raw<Glimpse[]>([]);
  bubbles = $state.raw<Bubble[]>([]);
  /** A flip has just hit: the discard pile bursts. */
  burst = $state(false);
  /** What who listens hears now, and no longer than others see it. */
  heard = $state.raw<readonly { text: string }[]>([]);
  #timers = new Set<ReturnType<typeof setTimeout>>();

  at(spot: Spot): Glimpse | undefined {
    return this.glimpses.find((glimpse) => glimpse.spot === spot);
  }

  bubbleAt(place: string): Bubble | undefined {
    return this.bubbles.findLast(({ at }) => at === place);
  }

  /** Shows what has just happened. */
  see(events: KaboomEvent[], view: KaboomView, name: (seat: number) => string): void {
    const seen = events.filter((event) => event.event === 'peeked' && event.card !== null).length;
    const penalties = events.filter(({ event }) => event === 'penalty').length;
    for (const event of events) this.#see(event, view, name, { peek: PEEK + MORE * (seen - 1), penalties });
  }

  #see(event: KaboomEvent, view: KaboomView, name: (seat: number) => string, { peek, penalties }: { peek: number; penalties: number }): void {
    const texts = t().kaboom;
    const where = (spot: Spot, card: string) => ({ n: slotOf(spot) + 1, name: name(seatOf(spot)), card: cardName(card) });
    switch (event.event) {
      case 'peeked': {
        const { spot, card } = event;
        this.#glimpse({ spot, card, how: 'peek', lasts: card ? peek : EYE });
        if (card) this.hear(fill(seatOf(spot) === view.viewer ? texts.heard.yours : texts.heard.peeked, where(spot, card)), peek);
        break;
      }
      case 'flipped-wrong': {
        const { spot, card } = event;
        const top = view.discard_pile.at(-1);
        this.#glimpse({ spot, card, how: 'wrong', lasts: SHOWN });
        this.bubble({ at: spot, text: fill(texts.bubbles.wrong, { rank: top ? named(texts.rank, rankOf(top)) : '', n: penalties }), look: 'wrong' });
        this.hear(fill(texts.heard.wrong, where(spot, card)), SHOWN);
        break;
      }
      case 'flipped': {
        const you = event.seat === view.viewer;
        this.#forget(event.spot);
        this.bubble({ at: 'discard', text: you ? texts.bubbles.yes : fill(texts.bubbles.flips, { name: name(event.seat) }), look: you ? 'yes' : 'plain' });
        this.burst = true;
        this.#after(BURST, () => (this.burst = false));
        break;
      }
      case 'took': {
        const spot = `${event.seat}.${event.slot}`;
        this.#glimpse({ spot, card: event.card, how: 'took', lasts: SHOWN });
        this.hear(fill(texts.heard.took, where(spot, event.card)), SHOWN);
        break;
      }
      case 'kept':
      case 'penalty':
        this.#forget(`${event.seat}.${event.slot}`);
        break;
      case 'gave':
        this.#forget(`${event.seat}.${event.slot}`);
        this.#forget(event.to);
        break;
      case 'swapped':
        this.#forget(event.one);
        this.#forget(event.other);
        this.bubble({ at: event.other, text: fill(texts.bubbles.swaps, { name: name(event.seat) }), look: 'plain' });
        break;
      case 'kaboom':
        this.bubble({ at: `seat-${event.seat}`, text: texts.bubbles.kaboom, look: 'wrong' });
        break;
      case 'ready':
        // Whoever is ready has learned the cards.
        if (event.seat === view.viewer) this.glimpses = this.glimpses.filter(({ spot }) => seatOf(spot) !== event.seat);
        break;
      case 'round-began':
        this.glimpses = [];
        break;
    }
  }

  bubble(bubble: Bubble): void {
    this.bubbles = [...this.bubbles, bubble];
    this.#after(BUBBLE, () => (this.bubbles = this.bubbles.filter((other) => other !== bubble)));
  }

  hear(text: string, lasts: number): void {
    const one = { text };
    this.heard = [...this.heard, one];
    this.#after(lasts, () => (this.heard = this.heard.filter((other) => other !== one)));
  }

  /** Shows nothing any more. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #glimpse(glimpse: Glimpse): void {
    this.#forget(glimpse.spot);
    this.glimpses = [...this.glimpses, glimpse];
    this.#after(glimpse.lasts, () => (this.glimpses = this.glimpses.filter((other) => other !== glimpse)));
  }

  /** Another card lies there now. */
  #forget(spot: Spot): void {
    this.glimpses = this.glimpses.filter((glimpse) => glimpse.spot !== spot);
  }

  #after(milliseconds: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      then();
    }, milliseconds);
    this.#timers.add(timer);
  }
}
