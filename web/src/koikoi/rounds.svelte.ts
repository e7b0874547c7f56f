// The rounds that ended while we looked, and whether the last one's result is still on the table.
import { untrack } from 'svelte';
import type { Table } from '../table/table.svelte';
import type { KoikoiRoundResult } from '../protocol/types';
import type { Shown } from './view';

/** Where time is counted, a result goes away by itself. */
const SHOWN = 8000;
/** So many cards are left to be drawn when a round begins; each turn takes one. */
const DEALT = 24;

export class Rounds {
  results = $state.raw<KoikoiRoundResult[]>([]);
  open = $state(false);
  #match: string | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: Table) {
    // What had ended before we came is known, and is not shown.
    const known = (table.shown as Shown | null)?.last;
    if (known) this.results = [known];
    this.#match = table.scene?.match ?? null;
    $effect(() => {
      const view = table.shown as Shown | null;
      untrack(() => this.#ended(view));
    });
  }

  /** Puts the result away. */
  put(): void {
    clearTimeout(this.#timer);
    this.open = false;
    this.table.held = false;
  }

  close(): void {
    this.put();
  }

  #ended(view: Shown | null): void {
    const last = view?.last ?? null;
    // Another match begins: its rounds are counted anew, also if the first one ends with the deal.
    const match = this.table.scene?.match ?? null;
    if (last === null || match !== this.#match) this.results = [];
    this.#match = match;
    if (view === null || last === null) return;
    if (this.results.some(({ round }) => round === last.round)) return;
    this.results = [...this.results, last];
    // Whoever comes in the middle of the next round, by a leap in a replay, wants to see that one.
    if (view.round !== last.round && view.draw_pile < DEALT) return this.put();
    this.open = true;
    this.table.held = true;
    clearTimeout(this.#timer);
    if (this.table.scene?.clocks || this.table.settings?.countdown) this.#timer = setTimeout(() => this.put(), SHOWN);
  }
}
