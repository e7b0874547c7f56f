import { expect, test } from './house';

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
  const page = await visit();
  await page.goto('.');
  await page.waitForLoadState('networkidle');
  const all: Fetched[] = await page.evaluate(fetched);
  const first = all.filter((file) => !isDeck(file));
  console.log(`first load: ${sum(first)} bytes in ${first.length} files; decks: ${all.filter(isDeck).map(({ path, bytes }) => `${path} ${bytes}`).join(', ') || 'none'}`);
  expect(sum(first)).toBeLessThan(LIMIT);
  for (const deck of all.filter(isDeck)) expect(deck.bytes).toBeLessThan(LIMIT);
  expect(first.some(({ path }) => path.endsWith('.svg') && path.includes('plain'))).toBe(false);
});
