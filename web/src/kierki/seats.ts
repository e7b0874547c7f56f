// The four seats as they lie around the table: the one that looks at the bottom, the others clockwise from it.
import { t } from '../texts/texts.svelte';
import type { Table } from '../table/table.svelte';

export const letters = ['N', 'E', 'S', 'W'] as const;
export const places = ['bottom', 'left', 'top', 'right'] as const;
export type Place = (typeof places)[number];

/** Where a seat lies for this viewer; those who only look on have seat 0 at the bottom. */
export const placeOf = (seat: number, viewer: number | null): Place => places[(seat - (viewer ?? 0) + 4) % 4] as Place;

/** The seat at a place. */
export const seatAt = (place: Place, viewer: number | null): number => (places.indexOf(place) + (viewer ?? 0)) % 4;

/** A seat's letter in the player's language. */
export const letter = (seat: number): string => t().kierki.compass[letters[seat] ?? 'N'];

/** What a seat is called at this table. */
export const calledAt = (table: Table, seat: number): string => (seat === table.you ? t().you : table.nameOf(seat));
