// What is said about a table from outside, by its card.
import type { Place, TableCard } from '../protocol/types';
import { fill, listed, t } from '../texts/texts.svelte';

/** The people at a table by name, and its bots by their number. */
export function sitting(seats: readonly (Place | null)[], except?: string): string[] {
  const people = seats.flatMap((seat) => (seat && 'player' in seat && seat.player !== except ? [seat.name] : []));
  const bots = seats.filter((seat) => seat && 'bot' in seat).length;
  return bots > 0 ? [...people, fill(t().home.running.bots, { n: bots })] : people;
}

/** With whom one sits there. */
export function companions({ seats }: TableCard, me?: string): string {
  const others = sitting(seats, me);
  return others.length > 0 ? fill(t().home.running.with, { names: listed(others) }) : t().home.running.alone;
}

export const freeSeats = ({ seats }: TableCard): number => seats.filter((seat) => seat === null).length;

/** Whether there is a seat to take now. */
export const joinable = (table: TableCard): boolean => freeSeats(table) > 0 && (table.phase === 'waiting' || table.phase === 'over');
