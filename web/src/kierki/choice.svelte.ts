// Which card the player has chosen. A press chooses, a second one plays; out of turn a press has the card ready for when its turn comes.
import { cardName } from '../cards/names';
import type { Table } from '../table/table.svelte';
import { refusedBy } from '../pieces/refused';
import { fill, t } from '../texts/texts.svelte';
import { sorted, suitOf } from './hand';
import { lyingTrick, type KierkiView } from './types';
import { suitName } from './words';

const playing = (card: string) => `play ${card}`;
const cardOf = (action: string) => action.replace(/^play /, '');

export class Choice {
  card = $state<string | null>(null);
  /** What a press on something closed was answered with. */
  told = $state<string | null>(null);

  constructor(readonly table: Table) {}

  view = $derived.by(() => this.table.shown as unknown as KierkiView);
  hand = $derived.by(() => sorted(this.view.hand, this.view.dealt));
  /** What can be played now; nothing as long as it is not our turn. */
  playable = $derived.by(() => {
    const may = this.table.legal.flatMap((action) => (typeof action === 'string' ? [cardOf(action)] : []));
    return this.table.asked ? this.hand.filter((card) => may.includes(card)) : [];
  });
  /** The card that plays as soon as it may. */
  ready = $derived.by(() => (this.table.premove === null ? null : cardOf(this.table.premove)));
  sent = $derived.by(() => this.table.sending.map(cardOf).find((card) => this.view.hand.includes(card)) ?? null);
  /** The suit that was led to the running trick. */
  led = $derived.by(() => {
    const trick = lyingTrick(this.view);
    return trick && trick.taker === null ? suitOf(trick.cards[0] ?? '') : null;
  });
  /** Cards that a press does something with. */
  able = $derived.by(() => (this.table.asked ? this.playable : this.sent ? [] : this.hand));
  /** What the player is asked or told, in one line. */
  prompt = $derived.by(() => this.told ?? this.#refused() ?? this.#question());

  press(card: string): void {
    this.told = null;
    const { table } = this;
    if (this.sent) return;
    if (table.asked && !this.playable.includes(card)) this.told = this.#why();
    else if (table.asked && this.card === card) this.play(card);
    else if (table.must) this.card = card;
    else if (table.you !== null) table.premove = this.ready === card ? null : playing(card);
  }

  play(card = this.card): void {
    this.told = null;
    if (card === null) this.told = this.table.asked ? t().kierki.choose : t().kierki.wait;
    else if (!this.playable.includes(card)) this.press(card);
    else {
      this.card = null;
      void this.table.act(playing(card));
    }
  }

  /** Puts back whatever was chosen. */
  putBack(): void {
    this.card = null;
    this.told = null;
    this.table.premove = null;
  }

  /** A card that has left, or cannot be played after all, is not chosen any more. */
  tidy(): void {
    if (this.card !== null && (!this.view.hand.includes(this.card) || (this.table.asked && !this.playable.includes(this.card)))) this.card = null;
  }

  #why(): string {
    return this.led && this.playable.every((card) => suitOf(card) === this.led) ? fill(t().kierki.mustFollow, { suit: suitName(this.led) }) : t().kierki.notNow;
  }

  #refused(): string | null {
    const { refusal } = this.table;
    return refusal && refusedBy(refusal);
  }

  #question(): string {
    const texts = t().kierki;
    if (this.ready) return fill(texts.ready, { card: cardName(this.ready) });
    if (!this.table.asked) return '';
    const suits = new Set(this.playable.map(suitOf));
    const only = suits.size === 1 && this.playable.length < this.hand.length ? suitName([...suits][0] as string) : null;
    if (this.led === null) return only ? fill(texts.only, { suit: only }) : texts.lead;
    return suits.has(this.led) ? fill(texts.follow, { suit: suitName(this.led) }) : fill(texts.any, { suit: suitName(this.led) });
  }
}
