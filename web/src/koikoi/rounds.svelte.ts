// The rounds that ended while we looked, and whether the last one's result is still on the table.
import { untrack } from 'svelte';
import type { Table } from '../table/table.svelte';
import type { KoikoiRoundResult } from '../protocol/types';
import type { Shown } from './view';

/** Where time is counted, a result goes away by itself. */
const SHOWN = 8000;

export class Rounds {
  results = $state.raw<KoikoiRoundResult[]>([]);
  open = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: Table) {
    // What had ended before we came is known, and is not shown.
    const known = (table.shown as Shown | null)?.last;
    if (known) this.results = [known];
    $effect(() => {
      const last = (table.shown as Shown | null)?.last ?? null;
      untrack(() => this.#ended(last));
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

  #ended(last: KoikoiRoundResult | null): void {
    // Another match begins: its rounds are counted anew.
    if (last === null) {
      if (this.results.length > 0) this.results = [];
      return;
    }
    if (this.results.some(({ round }) => round === last.round)) return;
    this.results = [...this.results, last];
    this.open = true;
    this.table.held = true;
    clearTimeout(this.#timer);
    if (this.table.scene?.clocks || this.table.settings?.countdown) this.#timer = setTimeout(() => this.put(), SHOWN);
  }
}
