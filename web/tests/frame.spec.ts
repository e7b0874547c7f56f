// How long the page works on an update of a table, while cards fly. It is told and not judged: machines differ.
import { expect, test } from './house';
import { openTable } from './play';

const bot = { bot: 'beginner' };
const tables = {
  koikoi: { game: 'koikoi', preset: 'quick', seats: [bot, bot] },
  kierki: { game: 'kierki', preset: 'seven', seats: [bot, bot, bot, bot] },
  kaboom: { game: 'kaboom', preset: 'short', seats: [bot, bot, bot, bot] },
} as const;

test('updates of tables are shown within a frame', async ({ visit }) => {
  const page = await visit({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const worked: number[] = [];
    Object.assign(window, { worked });
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(url);
        // Whoever listens first begins the measure; what the page does follows in the same task, and ends it before the next.
        this.addEventListener('message', ({ data }) => {
          if (!String(data).includes('"type":"update"')) return;
          const begun = performance.now();
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => worked.push(performance.now() - begun);
          port2.postMessage(null);
        });
      }
    };
  });
  await page.goto('.');
  for (const [game, form] of Object.entries(tables)) {
    const { code } = await openTable(page, { ...form, pace: 200, spectators: true });
    await page.goto(`t/${code}`);
    const worked = () => page.evaluate(() => (window as unknown as { worked: number[] }).worked);
    await expect.poll(async () => (await worked()).length).toBeGreaterThan(5);
    const times = (await worked()).sort((a, b) => a - b);
    const told = `${game}: ${times.length} updates, median ${times[times.length >> 1]?.toFixed(1)} ms, longest ${times.at(-1)?.toFixed(1)} ms`;
    test.info().annotations.push({ type: 'time', description: told });
    console.log(told);
  }
});
