// Every worker of the tests has a house of its own: `tefuda serve` with an empty store. With PAGE_URL the page of a running one
// is tried instead, for instance that of `npm run dev`.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test as base, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';

const program = process.env.TEFUDA ?? join(import.meta.dirname, '../../target/debug/tefuda');

/** A house of its own, with an empty store; `said` is what it has said when it opened. */
export async function openHouse(port = 0, settings: Record<string, string> = {}): Promise<{ url: string; said: string; close(): Promise<void> }> {
  const chosen = { GUESTS_PER_HOUR: 1_000_000, REQUESTS_PER_SECOND: 1000, REQUEST_BURST: 1000, CONNECTIONS_PER_ADDRESS: 1000, ...settings };
  const env = { ...process.env, ...Object.fromEntries(Object.entries(chosen).map(([name, value]) => [`TEFUDA_${name}`, String(value)])) };
  const house = spawn(program, ['serve', '--port', String(port), '--lines-port', 'none', '--text-port', 'none', '--store', 'memory'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [url, said] = await new Promise<[string, string]>((found, failed) => {
    let text = '';
    house.stdout.on('data', (bytes: Buffer) => {
      text += bytes.toString();
      const address = /https?:\/\/[^\s]+/.exec(text)?.[0];
      if (address) found([address, text]);
    });
    house.on('exit', (code) => failed(new Error(`the house closed (${code}): ${text}`)));
  });
  const closed = new Promise<void>((over) => house.on('exit', () => over()));
  const close = () => {
    house.kill();
    return closed;
  };
  return { url, said, close };
}

/** A person: a page with a storage of its own. Cards fade instead of flying, which costs a machine without graphics much less. */
export type Visit = (options?: BrowserContextOptions & { hurried?: boolean }) => Promise<Page>;

/** For whoever plays a match to its end: what is shown only so that people can follow is shown an eighth as long. How long the line is waited for stays as it is. */
function hurry(): void {
  const later = window.setTimeout;
  window.setTimeout = ((what: TimerHandler, pause = 0, ...rest: unknown[]) => later(what, pause < 3000 ? pause / 8 : pause, ...rest)) as typeof window.setTimeout;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    return animate.call(this, frames, typeof how === 'object' && typeof how.duration === 'number' ? { ...how, duration: how.duration / 8 } : how);
  };
}

export const test = base.extend<{ visit: Visit }, { house: string }>({
  house: [
    async ({}, use) => {
      const house = process.env.PAGE_URL ? { url: process.env.PAGE_URL, close: async () => {} } : await openHouse();
      await use(house.url);
      await house.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(house),
  visit: async ({ browser, house }, use) => {
    const visitors: Awaited<ReturnType<Browser['newContext']>>[] = [];
    await use(async ({ hurried, ...options } = {}) => {
      const visitor = await browser.newContext({ baseURL: house, viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce', ...options });
      if (hurried) await visitor.addInitScript(hurry);
      visitors.push(visitor);
      return visitor.newPage();
    });
    for (const visitor of visitors) await visitor.close();
  },
});
export { expect } from '@playwright/test';
