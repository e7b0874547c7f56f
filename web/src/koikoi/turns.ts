// The last turn: what was played and turned up, and what they took.
import { cardName } from '../cards/names';
import type { KoikoiEvent } from '../protocol/types';
import { fill, listed, t } from '../texts/texts.svelte';

export interface Turn {
  seat: number;
  played: { card: string; taken: string[] } | null;
  drawn: { card: string; taken: string[] } | null;
}

/** The last turn after these events. */
export function lastTurn(before: Turn | null, events: readonly KoikoiEvent[]): Turn | null {
  let turn = before;
  for (const event of events) {
    if (event.event === 'round-began') turn = null;
    if (event.event === 'played') turn = { seat: event.seat, played: { card: event.card, taken: [] }, drawn: null };
    if (event.event === 'drawn') turn = { seat: event.seat, played: turn?.seat === event.seat ? turn.played : null, drawn: { card: event.card, taken: [] } };
    if (event.event !== 'captured') continue;
    const move = { card: event.card, taken: event.taken };
    if (turn?.drawn?.card === event.card) turn = { ...turn, drawn: move };
    else turn = { seat: event.seat, played: move, drawn: null };
  }
  return turn;
}

/** The turn in a sentence. */
export function turnTold({ seat, played, drawn }: Turn, name: (seat: number) => string, you: number | null): string {
  const texts = t().koikoi.turn;
  const own = seat === you;
  const parts: string[] = [];
  const cards = (move: { card: string; taken: string[] }) => ({ name: name(seat), card: cardName(move.card), taken: listed(move.taken.map(cardName)) });
  if (played) parts.push(fill(played.taken.length > 0 ? (own ? texts.tookYou : texts.took) : own ? texts.laidYou : texts.laid, cards(played)));
  if (drawn) parts.push(fill(drawn.taken.length > 0 ? texts.drewTook : texts.drew, cards(drawn)));
  const [first = '', second] = parts;
  return second === undefined ? fill(texts.end, { first }) : fill(texts.join, { first, second });
}
