// What a player is about to do: a card of the hand that is taken up, and what it shall take. Nothing of it is sent before it is meant.
import { untrack } from 'svelte';
import type { Table } from '../table/table.svelte';
import { t } from '../texts/texts.svelte';
import { matches } from './kinds';
import type { Shown } from './view';

export class Choosing {
  /** The card of the hand that is taken up. */
  picked = $state<string | null>(null);
  /** Why the last press did nothing. */
  hint = $state<string | null>(null);
  /** What the card that was just played shall take. */
  #goal = $state<string | null>(null);

  constructor(readonly table: Table) {
    // A card that has left the hand is not taken up any more.
    $effect(() => {
      if (this.picked !== null && !this.view.hand.includes(this.picked)) this.picked = null;
    });
    // What a press did not do is not told any longer than it is true.
    $effect(() => {
      void table.scene?.view;
      this.hint = null;
    });
    // The choice that was made together with the play is sent as soon as it is asked for.
    $effect(() => {
      const goal = this.#goal;
      if (goal === null || table.scene?.view?.stage.to !== 'choose-for-hand') return;
      untrack(() => {
        this.#goal = null;
        if (table.may(`choose ${goal}`)) void table.act(`choose ${goal}`);
      });
    });
  }

  view = $derived.by(() => this.table.shown as Shown);
  wild = $derived.by(() => this.view.rules.wild_lightning === true);
  /** The cards of the field that may be chosen for the card that waits. */
  options = $derived.by(() => this.#named('choose '));
  /** The cards of the hand that may be played. */
  playable = $derived.by(() => this.#named('play '));
  deciding = $derived.by(() => this.table.may('koikoi') || this.table.may('stop'));
  /** The cards of the field that the card taken up matches, or that may be chosen. */
  targets = $derived.by(() => {
    if (this.options.length > 0) return this.options;
    const picked = this.picked;
    return picked === null ? [] : this.view.field.filter((card) => matches(picked, card, this.wild));
  });
  /** The card that is played as soon as it may be. */
  ahead = $derived.by(() => this.table.premove?.replace('play ', '') ?? null);

  #named(verb: string): string[] {
    return this.table.legal.flatMap((action) => (typeof action === 'string' && action.startsWith(verb) ? [action.slice(verb.length)] : []));
  }

  /** A card of the hand is pressed: taken up, and played when it is pressed again. */
  press(card: string): void {
    this.hint = null;
    // It is played already, and only still on its way.
    if (!(this.table.scene?.view as Shown | null)?.hand.includes(card)) return;
    if (this.playable.includes(card)) {
      if (this.picked === card) this.play(card);
      else this.picked = card;
    } else if (this.options.length > 0) this.hint = t().koikoi.hints.chooseFirst;
    else if (this.deciding) this.hint = t().koikoi.hints.decideFirst;
    else if (this.playable.length > 0) this.hint = t().koikoi.hints.mustCapture;
    else if (this.table.scene?.phase === 'playing') this.table.premove = this.ahead === card ? null : `play ${card}`;
  }

  /** A card of the field is pressed: it is taken by the card that is taken up, or that waits. */
  take(card: string): void {
    this.hint = null;
    if (this.options.includes(card)) void this.#send(`choose ${card}`);
    else if (this.picked !== null && this.targets.includes(card)) this.play(this.picked, card);
    else if (this.picked !== null) this.hint = t().koikoi.hints.noMatch;
    else {
      const fitting = this.playable.filter((held) => matches(held, card, this.wild));
      if (fitting.length === 1) this.picked = fitting[0] ?? null;
      else this.hint = fitting.length > 1 ? t().koikoi.hints.whichOfHand : this.playable.length > 0 ? t().koikoi.hints.noneOfHand : t().koikoi.hints.notYourTurn;
    }
  }

  /** A card of the hand is let go over the field, perhaps over a card there. */
  drop(card: string, target: string | null): void {
    if (target === null || !this.playable.includes(card)) this.picked = null;
    else this.play(card, target);
  }

  play(card: string, goal: string | null = null): void {
    this.#goal = goal !== null && this.view.field.includes(goal) && matches(card, goal, this.wild) ? goal : null;
    void this.#send(`play ${card}`);
  }

  decide(action: 'koikoi' | 'stop'): void {
    if (this.table.may(action)) void this.#send(action);
    else this.hint = t().koikoi.hints.shut;
  }

  putBack(): void {
    this.picked = null;
    this.hint = null;
    this.table.premove = null;
  }

  async #send(action: string): Promise<void> {
    this.hint = null;
    // What is legal is known again when the last action is answered.
    if (this.table.sending.length > 0) return;
    if (await this.table.act(action)) return;
    this.picked = null;
    this.#goal = null;
  }
}
