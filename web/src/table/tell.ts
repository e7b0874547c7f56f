import type { TableEvent } from '../protocol/types';
import { fill, t } from '../texts/texts.svelte';

/** An event of the table as a sentence; `null` if it needs none. */
export function tellTable(event: TableEvent, name: (seat: number) => string, you: number | null): string | null {
  const texts = t().told;
  const seat = 'seat' in event ? event.seat : null;
  const who = { name: seat === null ? '' : name(seat) };
  switch (event.table) {
    case 'sat':
      return seat === you ? null : fill(texts.sat, who);
    case 'left':
      return fill(texts.left, who);
    case 'returned':
      return seat === you ? null : fill(texts.returned, who);
    case 'stood-in':
      return fill(texts.stoodIn, who);
    case 'paused':
      return texts.paused;
    case 'resumed':
      return texts.resumed;
    case 'offered':
      return seat === you ? null : fill(texts.offered, who);
    case 'dealt':
      return texts.dealt;
    case 'over':
      return texts.over;
    case 'broken-off':
      return texts.brokenOff;
    case 'said':
      return fill(texts.said, { name: event.name, line: 'phrase' in event ? t().phrases[event.phrase] : event.text });
    default:
      return null;
  }
}
