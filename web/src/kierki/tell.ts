import { cardName } from '../cards/names';
import type { GameEvent, KierkiEvent } from '../protocol/types';
import { fill, t } from '../texts/texts.svelte';
import { kindName } from './words';

/** An event as a sentence; `null` if it needs none. */
export function tell(event: GameEvent, name: (seat: number) => string, you: number | null): string | null {
  const texts = t().kierki.told;
  const happened = event as KierkiEvent;
  switch (happened.event) {
    case 'deal-began': {
      const values = { n: happened.deal, kind: kindName(happened.kind), name: name(happened.first) };
      return fill(happened.first === you ? texts.youBegin : texts.began, values);
    }
    case 'played': {
      const values = { name: name(happened.seat), card: cardName(happened.card) };
      return fill(happened.seat === you ? texts.youPlay : texts.plays, values);
    }
    case 'taken': {
      const values = { name: name(happened.taker), points: fill(t().table.points, { n: happened.points }) };
      return fill(happened.taker === you ? texts.youTake : texts.takes, values);
    }
    case 'deal-ended':
      return fill(texts.ended, { points: happened.points.map((points, seat) => `${seat === you ? t().you : name(seat)} ${points}`).join(', ') });
    default:
      return null;
  }
}
