import type { Page } from '@playwright/test';
import en from '../src/texts/en';
import ja from '../src/texts/ja';
import pl from '../src/texts/pl';
import { expect, test } from './house';

const catalogues = { en, ja, pl };

/** What is written on the page and said about it, except what is the same in every language. */
const words = (page: Page) =>
  page.evaluate(() => {
    const said = new Set<string>();
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!node.parentElement?.closest('[lang]:not(html), script, noscript, style, .brand, b, .you')) said.add((node.nodeValue ?? '').trim());
    }
    for (const element of document.querySelectorAll('[aria-label]')) said.add((element.getAttribute('aria-label') ?? '').trim());
    return [...said].filter((text) => /\p{L}{2}/u.test(text));
  });

/** All texts of a catalogue, with plurals in all their forms. */
const texts = (catalogue: object): string[] => Object.values(catalogue).flatMap((value) => (typeof value === 'string' ? [value] : texts(value as object)));

for (const [language, locale] of [['ja', 'ja-JP'], ['pl', 'pl-PL']] as const) {
  test(`the front page and a table in ${language}, with no English left`, async ({ visit }) => {
    const own = catalogues[language];
    const [english, page] = [await visit(), await visit({ locale })];
    await english.goto('/');
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(own.home.sitDown);
    await expect(english.getByRole('heading', { name: en.home.open.title })).toBeVisible();
    // Names of games, and words that are the same in both languages, are no leftovers.
    const same = new Set(texts(own));
    const foreign = new Set((await words(english)).filter((text) => !same.has(text)));
    expect((await words(page)).filter((text) => foreign.has(text))).toEqual([]);

    await page.getByRole('article', { name: own.games.koikoi }).getByRole('button', { name: own.home.friend }).click();
    await expect(page.getByRole('heading', { name: own.home.room.title })).toBeVisible();
    await expect(page.getByText(own.table.waiting)).toBeVisible();
    // Another language, and the table is still this one.
    const address = page.url();
    await page.getByRole('button', { name: own.bar.menu }).click();
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('button', { name: en.close }).click();
    await expect(page.getByRole('heading', { name: en.home.room.title })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(page.url()).toBe(address);
    await page.reload();
    await expect(page.getByRole('heading', { name: en.home.room.title })).toBeVisible();
  });
}

test('plurals have the forms of their language', async ({ visit }) => {
  const page = await visit({ locale: 'pl-PL' });
  await page.goto('/');
  const kaboom = page.getByRole('article', { name: 'Kaboom' });
  await expect(kaboom).toContainText('5 rund · 3 graczy');
  await expect(kaboom.getByRole('button', { name: 'Zagraj z 2 botami' })).toBeVisible();
  await kaboom.getByRole('button', { name: pl.home.houseRules }).click();
  const rounds = page.getByRole('spinbutton', { name: /^Rundy/ });
  for (const [n, text] of [['1', '1 runda'], ['3', '3 rundy'], ['12', '12 rund'], ['22', '22 rundy']] as const) {
    await rounds.fill(n);
    await rounds.blur();
    await expect(kaboom).toContainText(text);
  }
  await page.getByRole('radio', { name: '2', exact: true }).check({ force: true });
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Zagraj z botem' })).toBeVisible();
});

test('every ruleset and knob of the house has words in every language', async ({ request, house }) => {
  interface Offered { name: 'koikoi' | 'kierki' | 'kaboom'; presets: { name: string }[]; knobs: { name: string; takes: { words?: string[] } }[] }
  const { games } = (await (await request.get(new URL('api/v1/games', house).href)).json()) as { games: Offered[] };
  expect(games).toHaveLength(3);
  for (const { rules } of Object.values(catalogues)) {
    for (const { name, presets, knobs } of games) {
      const { presets: presetTexts, knobs: knobTexts, words } = rules[name];
      expect(Object.keys(presetTexts).sort()).toEqual(presets.map((preset) => preset.name).sort());
      expect(Object.keys(knobTexts).sort()).toEqual(knobs.map((knob) => knob.name).sort());
      const unspoken = knobs.flatMap((knob) => (knob.takes.words ?? []).filter((word) => !(word in words) && !(`${knob.name}.${word}` in words)));
      expect(unspoken).toEqual([]);
    }
  }
});

test('every text has the same gaps in every language', () => {
  const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort().join();
  const compare = (one: object, other: object, path: string): string[] =>
    Object.entries(one).flatMap(([key, value]) => {
      const theirs = (other as Record<string, unknown>)[key];
      // Of plurals the form `other` is in all languages; the others may leave out the number.
      if (typeof value === 'string') return gaps(value) === gaps(String(theirs)) ? [] : [`${path}.${key}`];
      if ('other' in value) return gaps(value.other) === gaps((theirs as { other: string }).other) ? [] : [`${path}.${key}`];
      return compare(value as object, theirs as object, `${path}.${key}`);
    });
  for (const other of [ja, pl]) expect(compare(en, other, '')).toEqual([]);
});
