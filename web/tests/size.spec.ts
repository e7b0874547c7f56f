import { expect, test } from './house';
import { openTable, tables } from './play';

const LIMIT = 150_000;

interface Fetched {
  path: string;
  bytes: number;
}

/** What came over the line, compressed as it was. */
const fetched = () =>
  performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).map((entry) => {
    const { name, encodedBodySize } = entry as PerformanceResourceTiming;
    return { path: new URL(name).pathname, bytes: encodedBodySize };
  });

const isDeck = ({ path }: Fetched) => /\/(hanafuda|western)-[^/]*\.js$/.test(path);
const sum = (all: Fetched[]) => all.reduce((sum, { bytes }) => sum + bytes, 0);

test('the first load and each deck are small', async ({ visit }) => {
  // What a worker has kept comes unpacked, and over no line.
  const page = await visit({ serviceWorkers: 'block' });
  await page.goto('.');
  await page.waitForLoadState('networkidle');
  const first = ((await page.evaluate(fetched)) as Fetched[]).filter((file) => !isDeck(file));
  // A program without its page has nothing that could be too large.
  expect(first.some(({ path }) => path.endsWith('.js'))).toBe(true);
  expect(sum(first)).toBeLessThan(LIMIT);
  expect(first.some(({ path }) => path.endsWith('.svg') && path.includes('plain'))).toBe(false);
  const decks: Fetched[] = [];
  for (const game of ['koikoi', 'kierki'] as const) {
    const { code } = await openTable(page, tables[game]);
    await page.goto(`t/${code}`);
    const found = async () => ((await page.evaluate(fetched)) as Fetched[]).filter(isDeck);
    await expect.poll(async () => (await found()).length).toBe(1);
    decks.push(...(await found()));
  }
  console.log(`first load: ${sum(first)} bytes in ${first.length} files; decks: ${decks.map(({ path, bytes }) => `${path} ${bytes}`).join(', ')}`);
  for (const { bytes } of decks) {
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(LIMIT);
  }
});
