// Waiting for a quick match. A ticket belongs to the player, so it is found again after the page was left; who is matched is called
// to the table by a notice, whatever page is open.
import { house } from '../house/house.svelte';
import { Refusal } from '../protocol/http';
import type { Game as GameName } from '../protocol/types';
import { choices } from './choices.svelte';

export interface Ticket {
  state: 'waiting' | 'matched' | 'crowded';
  game: GameName;
  preset: string;
  since: number;
  fallback: { after_ms: number } | null;
}

const FALLBACK = 20_000;
/** So long after a question that was not answered comes the next. */
const RETRY = 2000;

class Quick {
  tickets = $state.raw<readonly Ticket[]>([]);
  #looking = false;

  /** The ticket that waits, or did not come through, for a game. */
  of(game: GameName): Ticket | undefined {
    return this.tickets.find((ticket) => ticket.game === game && ticket.state !== 'matched');
  }

  /** Waits for whoever wants the same; after a while a bot will do. */
  async ask(game: GameName): Promise<void> {
    const { preset, level } = choices[game];
    // The connection keeps the ticket alive, and brings the call.
    await house.connect();
    const ticket = await house.ask<Ticket>('POST', 'queue', { game, preset, fallback: { after_ms: FALLBACK, level } });
    this.tickets = [...this.tickets.filter((one) => one.game !== game), ticket];
    void this.look();
  }

  async cancel({ game, preset }: Ticket): Promise<void> {
    this.tickets = (await house.ask<{ tickets: Ticket[] }>('DELETE', `queue?game=${game}&preset=${preset}`)).tickets;
  }

  /** Looks after the tickets until none waits. */
  async look(): Promise<void> {
    if (this.#looking || !house.me) return;
    this.#looking = true;
    try {
      let wait = '';
      do {
        try {
          this.tickets = (await house.ask<{ tickets: Ticket[] }>('GET', `queue${wait}`)).tickets;
          wait = '?wait=10';
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          // The house is away for a moment, or has enough to do: a ticket that waits there is asked for again.
          wait = '';
          await new Promise((done) => setTimeout(done, RETRY));
        }
      } while (this.tickets.some(({ state }) => state === 'waiting'));
    } finally {
      this.#looking = false;
    }
  }
}

export const quick = new Quick();
