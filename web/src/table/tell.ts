import type { TableEvent } from '../protocol/types';
import { fill, t } from '../texts/texts.svelte';

/** An event of the table as a sentence; `null` if it needs none. */
export function tellTable(event: TableEvent, name: (seat: number) => string, you: number | null): string | null {
  const texts = t().told;
  const seat = typeof event.seat === 'number' ? event.seat : null;
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
    case 'said': {
      const line = typeof event.phrase === 'string' ? t().phrases[event.phrase as keyof ReturnType<typeof t>['phrases']] : String(event.text);
      return fill(texts.said, { name: String(event.name), line });
    }
    default:
      return null;
  }
}
