// Which page is shown, by its address.
import { base } from './protocol/http';
import type { Game as GameName } from './protocol/types';

export type Route =
  | { page: 'home' }
  | { page: 'table'; code: string }
  | { page: 'learn'; game: GameName; part: string }
  | { page: 'replay'; match: string }
  | { page: 'player'; id: string }
  | { page: 'leaders'; game: GameName }
  | { page: 'defuse' }
  | { page: 'settings' }
  | { page: 'nowhere' };

const isGame = (word: string | undefined): word is GameName => word === 'koikoi' || word === 'kierki' || word === 'kaboom';

/** A table's code as the house writes it: letters that look like digits are read as those. */
export const canonical = (code: string): string => code.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1');

function read(url: URL): Route {
  let words: string[];
  try {
    words = url.pathname.slice(base.pathname.length).split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return { page: 'nowhere' };
  }
  const [page, a, b] = words;
  if (!page) return { page: 'home' };
  if ((page === 't' || page === 'watch') && a) return { page: 'table', code: canonical(a) };
  if (page === 'learn' && isGame(a)) return { page: 'learn', game: a, part: b ?? 'lesson' };
  if (page === 'replay' && a) return { page: 'replay', match: a };
  if (page === 'player' && a) return { page: 'player', id: a };
  if (page === 'leaders' && isGame(a)) return { page: 'leaders', game: a };
  if (page === 'defuse') return { page: 'defuse' };
  if (page === 'settings') return { page: 'settings' };
  return { page: 'nowhere' };
}

class Router {
  url = $state.raw(new URL(location.href));
  route = $derived(read(this.url));
  /** What is told apart as pages; the parts of one are tabs, among which one stays. */
  place = $derived.by(() => {
    const { route } = this;
    if (route.page === 'table') return `table ${route.code}`;
    if (route.page === 'replay') return `replay ${route.match}`;
    return route.page === 'player' ? `player ${route.id}` : route.page;
  });

  constructor() {
    addEventListener('popstate', () => (this.url = new URL(location.href)));
    // Links of the house change the page without loading it anew.
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a[href]');
      if (!link || link.target || link.hasAttribute('download')) return;
      const url = new URL(link.href);
      if (url.origin !== base.origin || !url.pathname.startsWith(base.pathname) || url.pathname.startsWith(`${base.pathname}api/`)) return;
      event.preventDefault();
      this.go(url);
    });
  }

  /** Shows another page. `path` is relative to the house. */
  go(path: string | URL, replace = false): void {
    const url = new URL(path, base);
    if (replace) history.replaceState(null, '', url);
    else history.pushState(null, '', url);
    const other = url.pathname !== this.url.pathname;
    this.url = url;
    if (other) scrollTo(0, 0);
  }
}

export const router = new Router();
