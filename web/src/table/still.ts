import type { Legal, MatchId, Place, Scene, View } from '../protocol/types';

/** A scene that no house keeps: of a lesson, or of a match of long ago. Nobody is away, and no clock runs. */
export function still(view: View, seats: (Place | null)[], match: MatchId | null = null, legal: Legal[] = []): Scene {
  return { phase: 'playing', match, seats, clocks: null, deal: { match: match ?? '', commitment: '', given: [] }, view, legal, must: legal.length > 0 };
}
