// A view of Koi-Koi as it is shown.
import type { KoikoiView } from '../protocol/types';

/** Between two views of the server a card may be on its way. */
export interface Shown extends KoikoiView {
  /** A card that lies on the one that it takes. */
  landing?: { card: string; on: string } | null;
  /** A card that was turned up from the draw pile and lies on it. */
  turned?: string | null;
}

/** How many rounds the match has. */
export const roundsOf = (view: KoikoiView): number => Number(view.rules.rounds);

/** The card that was turned up, or that waits until its player has chosen what it takes. */
export const waitingOf = ({ turned, stage }: Shown): string | null => turned ?? ('card' in stage ? stage.card : null);
