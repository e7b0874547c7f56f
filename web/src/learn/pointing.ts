import type { Game as GameName } from '../protocol/types';

/** Where on the felt an action is done, as selectors: the first that is there is pointed at. */
export function placesFor(game: GameName, action: string, seat: number): string[] {
  const [verb, what = ''] = action.split(' ');
  if (game === 'kierki') return [`.hand [data-card="${what}"]`];
  if (game === 'koikoi') {
    if (verb === 'play') return [`.hand [data-card="${what}"]`];
    if (verb === 'choose') return [`.field [data-card="${what}"]`];
    const button = `[aria-keyshortcuts="${verb === 'stop' ? 'S' : 'K'}"]`;
    return [`.over ${button}`, button];
  }
  const slot = (spot: string) => `[data-key="at-${spot.includes('.') ? spot : `${seat}.${spot}`}"]`;
  switch (verb) {
    case 'keep':
    case 'peek':
    case 'swap':
    case 'give':
      return [slot(what)];
    case 'flip':
      return ['[data-action="flip"]', slot(what)];
    case 'take':
      return [`.tgt${slot(what)}`, '[data-drop="discard"] button'];
    default:
      return [`[data-action="${verb}"]`];
  }
}
