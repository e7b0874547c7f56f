// What each deal of the match gave. A view has only the last deal's result, so the page writes down those that it has seen.
import { untrack } from 'svelte';
import type { KierkiDealResult, KierkiTrick } from '../protocol/types';
import type { KierkiView } from './types';

export class Ledger {
  /** By the number of the deal. */
  results = $state.raw<Readonly<Record<number, KierkiDealResult>>>({});
  /** The tricks of the deals that were seen, for why points were given. */
  tricks = $state.raw<Readonly<Record<number, readonly KierkiTrick[]>>>({});
  #match: string | null = null;

  /** Writes down what a view tells. A reload of the page does not lose it. */
  see(match: string | null, view: KierkiView): void {
    untrack(() => {
      if (match !== this.#match) this.#open(match);
      if (view.tricks.length > 0) this.tricks = { ...this.tricks, [view.deal]: view.tricks };
      const { last } = view;
      if (!last || this.results[last.deal]) return;
      this.results = { ...this.results, [last.deal]: last };
      if (match) sessionStorage.setItem(place(match), JSON.stringify(this.results));
    });
  }

  /** The result of a deal that is over in this view. */
  of(view: KierkiView, deal: number): KierkiDealResult | null {
    return deal < view.deal || view.outcome ? (this.results[deal] ?? null) : null;
  }

  #open(match: string | null): void {
    this.#match = match;
    this.tricks = {};
    try {
      this.results = JSON.parse((match && sessionStorage.getItem(place(match))) || '{}') as Record<number, KierkiDealResult>;
    } catch {
      this.results = {};
    }
  }
}

const place = (match: string) => `tefuda-kierki-${match}`;
