// What the player is about to do: which cards can be pressed, what was picked and can still be put back. All of it follows from
// the legal actions.
import { guideTo } from '../house/guide.svelte';
import type { Spot } from '../protocol/types';
import type { Table } from '../table/table.svelte';
import { fill, t } from '../texts/texts.svelte';
import type { Moments } from './moments.svelte';
import { isOpen, type KaboomView } from './view';

/** Two presses within this time are one double press. */
const DOUBLE = 420;
/** So long a second press on a card that has just done something does nothing: it belongs to the first. */
const BOUNCE = 600;
const NOTE = 5000;

export class Choice {
  /** The top discard is being taken: for which card? */
  taking = $state(false);
  /** Kaboom is about to be called. */
  calling = $state(false);
  /** A card that may be flipped. */
  selected = $state<Spot | null>(null);
  /** The key F was pressed: a seat (`null` for our own) and a slot follow. */
  aiming = $state<{ seat: number | null } | null>(null);
  /** The hand that is looked at closely, where cards are too small to be pressed. */
  near = $state<number | null>(null);
  /** Why something that was pressed did nothing. */
  note = $state<string | null>(null);
  #pressed: { spot: Spot; at: number; acted: boolean } | null = null;
  #noted: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: Table,
    readonly moments: Moments,
  ) {}

  view = $derived.by(() => this.table.shown as KaboomView);
  guide = $derived.by(() => guideTo('kaboom', this.view.rules));
  /** What we may do now. It is offered when what it follows from is shown; only flips need not wait. */
  #legal = $derived.by(() => this.table.legal.filter((action) => this.table.settled || typeof action === 'object'));
  /** The flips that we may try. They are aimed at the discard that is shown: another one would be another decision. */
  flips = $derived.by(() => {
    const entry = this.#legal.find((action) => typeof action === 'object');
    return entry && entry.discard === this.view.discard && !isOpen(this.view) ? entry : null;
  });
  /** The cards that are asked for, and what a press on them does. */
  targets = $derived.by(() => {
    const targets = new Map<Spot, string>();
    for (const action of this.#legal) {
      if (typeof action !== 'string') continue;
      const [verb, place, aim] = action.split(' ');
      const stale = aim !== undefined && aim !== `@${this.view.discard}`;
      if (place === undefined || stale || (verb === 'take' && !this.taking)) continue;
      targets.set(place.includes('.') ? place : `${this.table.you}.${place}`, action);
    }
    return targets;
  });
  mayTake = $derived.by(() => this.#legal.some((action) => typeof action === 'string' && action.startsWith('take ') && action.endsWith(` @${this.view.discard}`)));

  may(action: string): boolean {
    return this.#legal.includes(action);
  }

  mayFlip(spot: Spot): boolean {
    return this.flips?.flip.includes(spot) ?? false;
  }

  /** Whether this card is on its way to be judged. */
  isSent(spot: Spot): boolean {
    return this.table.sending.some((action) => action.startsWith(`flip ${spot} `) || action === this.targets.get(spot));
  }

  /** A card is pressed: it does what is asked for, or is picked to be flipped. */
  press(spot: Spot): void {
    const now = performance.now();
    const again = this.#pressed?.spot === spot ? this.#pressed : null;
    if (again?.acted && now - again.at < BOUNCE) return;
    this.note = null;
    const action = this.targets.get(spot);
    this.#pressed = { spot, at: now, acted: action !== undefined };
    if (action !== undefined) return this.act(action);
    if (this.selected === spot) {
      if (again && now - again.at < DOUBLE) this.flip(spot);
      else this.selected = null;
      return;
    }
    if (this.mayFlip(spot)) {
      this.putBack();
      this.selected = spot;
    } else this.explain();
  }

  /** Flips a card onto the discard that is shown, at once. */
  flip(spot: Spot): void {
    this.putBack();
    const { discard } = this.view;
    const now = this.table.scene?.view as KaboomView | null;
    if (now && now.discard !== discard) return this.#late(spot);
    if (!this.mayFlip(spot)) return this.explain();
    void this.table.act(`flip ${spot} @${discard}`).then((done) => {
      if (!done && this.table.refusal?.code === 'not-legal') {
        this.table.refusal = null;
        this.#late(spot);
      }
    });
  }

  act(action: string): void {
    this.putBack();
    if (this.may(action)) void this.table.act(action);
    else this.explain();
  }

  draw(): void {
    this.act('draw');
  }

  /** Takes the top discard up, or puts it back. */
  take(): void {
    if (!this.mayTake) return this.explain();
    const taking = !this.taking;
    this.putBack();
    this.taking = taking;
  }

  /** The discard pile is pressed: the drawn card goes there, or its top card is taken. */
  pressDiscard(): void {
    if (this.selected) this.flip(this.selected);
    else if (this.may('discard')) this.act('discard');
    else this.take();
  }

  /** The first press says what follows, the second one calls. */
  kaboom(): void {
    if (!this.may('kaboom')) return this.say(this.view.caller === null ? t().kaboom.closed.kaboom : fill(t().kaboom.closed.called, { name: this.nameOf(this.view.caller) }));
    if (this.calling) return this.act('kaboom');
    this.putBack();
    this.calling = true;
  }

  /** Whatever was picked and not sent is put back. Answers whether there was anything. */
  putBack(): boolean {
    const any = this.taking || this.calling || this.selected !== null || this.aiming !== null;
    this.taking = false;
    this.calling = false;
    this.selected = null;
    this.aiming = null;
    this.note = null;
    return any;
  }

  nameOf = (seat: number): string => (seat === this.table.you ? t().you : this.table.nameOf(seat));

  /** Says why nothing can be done with a card now. */
  explain(): void {
    const { closed } = t().kaboom;
    const { stage, gift, turn, flipped_by: by, wrong_flips: wrong } = this.view;
    if (this.table.you === null) this.say(closed.watching);
    else if (stage.to === 'ready') this.say(closed.ready);
    else if (stage.to === 'over') this.say(closed.over);
    else if (gift) this.say(fill(closed.gift, { name: this.nameOf(gift.flipper) }));
    else if (turn === this.table.you && stage.to !== 'first-move') this.say(closed.drawn);
    else if (by !== null && by !== this.table.you) this.say(fill(closed.flipped, { name: this.nameOf(by) }));
    else if (!this.flips && (wrong[this.table.you] ?? 0) > 0) this.say(closed.wrong);
    else if (turn !== this.table.you) this.say(closed.turn);
    else this.say(closed.another);
  }

  say(text: string): void {
    this.note = text;
    clearTimeout(this.#noted);
    this.#noted = setTimeout(() => (this.note = null), NOTE);
  }

  #late(spot: Spot): void {
    const { late } = t().kaboom.bubbles;
    this.moments.bubble({ at: spot, text: late, look: 'late' });
    this.moments.hear(late, NOTE);
  }
}
