// Keeps the page at hand for when the house cannot be reached. The page comes from the network whenever there is one; files with a
// hash in their name never change, so they come from the cache; what the house says is never kept.
const SHELL = 'tefuda-shell-1';
const ASSETS = 'tefuda-assets-1';
/** Files of older builds make room for newer ones. */
const MOST_ASSETS = 200;

const scope = new URL(self.registration.scope);
const within = (path) => new URL(path, scope).href;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(['.', 'offline.html', 'offline.css', 'favicon.svg'].map(within)))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith('tefuda-') && name !== SHELL && name !== ASSETS).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (path.startsWith('api/')) return;
  if (request.mode === 'navigate') event.respondWith(page(request, path));
  else if (path.startsWith('assets/')) event.respondWith(asset(request));
  else if (path === 'offline.css' || path === 'favicon.svg') event.respondWith(fetch(request).catch(() => caches.match(request)));
});

/** The page: from the house, else as it was when it was last there, else the notice. */
async function page(request, path) {
  try {
    const response = await fetch(request);
    if (path === '' && response.ok) await (await caches.open(SHELL)).put(within('.'), response.clone());
    return response;
  } catch {
    return (await shellThatRuns()) ?? (await notice(path)) ?? Response.error();
  }
}

/** The kept page, if its own files are kept too: half a page is worse than a notice. */
async function shellThatRuns() {
  const shell = await caches.match(within('.'));
  if (!shell) return undefined;
  const needed = [...(await shell.clone().text()).matchAll(/(?:src|href)="([^"]*assets\/[^"]+)"/g)].map(([, path]) => within(path));
  const kept = await Promise.all(needed.map((url) => caches.match(url)));
  return kept.every(Boolean) ? shell : undefined;
}

/** The notice; its files lie beside the front page, and its link leads to the page that was wanted. */
async function notice(path) {
  const kept = await caches.match(within('offline.html'));
  if (!kept) return undefined;
  const html = (await kept.text()).replace('<head>', `<head><base href="${scope.pathname}">`).replace('href=""', `href="${path || '.'}"`);
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

async function asset(request) {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST_ASSETS)).map((old) => cache.delete(old)));
  }
  return response;
}
