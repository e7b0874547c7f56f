import { base } from '../protocol/http';

/** The icon of the tab: the seal, with a lantern when it is your turn. */
export function favicon(turn: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link) link.href = new URL(turn ? 'favicon-turn.svg' : 'favicon.svg', base).href;
}
