// What is shown for a moment and goes away by itself: a card that was peeked at or flipped wrongly, who looks where, who says what.
// Nothing of it is kept: memory is the game.
import { cardName } from '../cards/names';
import { fill, named, t } from '../texts/texts.svelte';
import { rankOf, seatOf, slotOf, type Happened, type KaboomView, type Spot } from './view';

const PEEK = 4000;
/** A further card of the same look takes so much longer to learn. */
const MORE = 1000;
const EYE = 2600;
const SHOWN = 1700;
const BUBBLE = 2200;

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
  heard = $state.raw<string[]>([]);
  #timers = new Set<ReturnType<typeof setTimeout>>();

  at(spot: Spot): Glimpse | undefined {
    return this.glimpses.find((glimpse) => glimpse.spot === spot);
  }

  bubbleAt(place: string): Bubble | undefined {
    return this.bubbles.findLast(({ at }) => at === place);
  }

  /** Shows what has just happened. */
  see(events: Happened[], view: KaboomView, name: (seat: number) => string): void {
    const peeks = events.filter(({ event, seat }) => event === 'peeked' && seat === view.viewer);
    const penalties = events.filter(({ event }) => event === 'penalty').length;
    for (const event of events) this.#see(event, view, name, PEEK + MORE * (peeks.length - 1), penalties);
  }

  #see(event: Happened, view: KaboomView, name: (seat: number) => string, peek: number, penalties: number): void {
    const texts = t().kaboom;
    const { seat, slot, card, spot } = event;
    const you = seat === view.viewer;
    switch (event.event) {
      case 'peeked':
        this.#forget(spot);
        this.#glimpse({ spot, card, how: 'peek', lasts: card ? peek : EYE });
        if (card) this.hear(fill(seatOf(spot) === view.viewer ? texts.heard.yours : texts.heard.peeked, { n: slotOf(spot) + 1, name: name(seatOf(spot)), card: cardName(card) }), peek);
        break;
      case 'flipped-wrong': {
        const top = view.discard_pile.at(-1);
        this.#forget(spot);
        this.#glimpse({ spot, card, how: 'wrong', lasts: SHOWN });
        this.bubble({ at: spot, text: fill(texts.bubbles.wrong, { rank: top ? named(texts.rank, rankOf(top)) : '', n: penalties }), look: 'wrong' });
        if (card) this.hear(fill(texts.heard.wrong, { n: slotOf(spot) + 1, name: name(seatOf(spot)), card: cardName(card) }), SHOWN);
        break;
      }
      case 'flipped':
        this.#forget(spot);
        this.bubble({ at: 'discard', text: you ? texts.bubbles.yes : fill(texts.bubbles.flips, { name: name(seat) }), look: you ? 'yes' : 'plain' });
        this.burst = true;
        this.#after(900, () => (this.burst = false));
        break;
      case 'took':
        this.#forget(`${seat}.${slot}`);
        this.#glimpse({ spot: `${seat}.${slot}`, card, how: 'took', lasts: SHOWN });
        if (card) this.hear(fill(texts.heard.took, { n: slot + 1, name: name(seat), card: cardName(card) }), SHOWN);
        break;
      case 'kept':
      case 'penalty':
        this.#forget(`${seat}.${slot}`);
        break;
      case 'gave':
        this.#forget(`${seat}.${slot}`);
        this.#forget(event.to);
        break;
      case 'swapped':
        this.#forget(event.one);
        this.#forget(event.other);
        this.bubble({ at: event.other, text: fill(texts.bubbles.swaps, { name: name(seat) }), look: 'plain' });
        break;
      case 'kaboom':
        this.bubble({ at: `seat-${seat}`, text: texts.bubbles.kaboom, look: 'wrong' });
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
    this.heard = [...this.heard, text];
    this.#after(lasts, () => (this.heard = this.heard.filter((other) => other !== text)));
  }

  /** Shows nothing any more. */
  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #glimpse(glimpse: Glimpse): void {
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
