// Where the cards of the field lie. Nothing jumps: a card keeps its place, and one that leaves leaves a gap until the turn is over.
import type { Shown } from './view';

const FIRST = 8;

interface Place {
  card: string | null;
  /** Left in this turn: nothing is laid here yet. */
  kept: boolean;
}

export class Places {
  #places: Place[] = [];
  #turn = '';

  /** The places of a view, `null` where nothing lies. */
  of(view: Shown): (string | null)[] {
    const turn = `${view.round}.${view.turn}`;
    if (turn !== this.#turn) for (const place of this.#places) place.kept = false;
    this.#turn = turn;
    for (const place of this.#places) {
      if (place.card === null || view.field.includes(place.card)) continue;
      place.card = null;
      place.kept = true;
    }
    if (this.#places.every(({ card }) => card === null)) this.#places = Array.from({ length: FIRST }, () => ({ card: null, kept: false }));
    for (const card of view.field) {
      if (this.#places.some((place) => place.card === card)) continue;
      const free = this.#places.find((place) => place.card === null && !place.kept);
      if (free) free.card = card;
      else this.#places.push({ card, kept: false });
    }
    while (this.#places.length > FIRST && this.#places.at(-1)?.card === null && !this.#places.at(-1)?.kept) this.#places.pop();
    return this.#places.map(({ card }) => card);
  }
}
