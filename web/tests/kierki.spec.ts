// Whole matches of Kierki, by whatever a person has: a mouse, a finger, keys, a phone.
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './house';
import { cut } from './look';
import { openTable } from './play';

const bot = { bot: 'casual' };
const rules = (...deals: string[]) => ({ preset: 'seven', deals });
const hand = (page: Page) => page.getByRole('group', { name: 'Your hand' });
const cards = (page: Page) => hand(page).getByRole('button');
const playable = (page: Page) => hand(page).getByRole('button', { disabled: false });
const over = (page: Page) => page.getByRole('region', { name: 'The match is over' });
const turn = (page: Page) => page.getByRole('region', { name: 'You', exact: true }).getByText('Your turn');

/** Cards lie over each other: a person presses the corner that shows. */
const corner = { position: { x: 12, y: 24 } };

type Way = (page: Page, card: Locator) => Promise<void>;

const twice: Way = async (_page, card) => {
  await card.click(corner);
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await card.click(corner);
};

/** Plays the first card that can be played whenever it is the page's turn, until the match is over or so many were played. */
async function playOn(page: Page, way: Way, most = Infinity): Promise<void> {
  for (let played = 0; played < most; played++) {
    await expect(turn(page).or(over(page)).first()).toBeVisible({ timeout: 60_000 });
    if (await over(page).isVisible()) return;
    const held = await cards(page).count();
    const card = playable(page).first();
    const name = (await card.getAttribute('data-card')) as string;
    await way(page, page.locator(`[data-card="${name}"]`).and(cards(page)));
    await expect(cards(page)).not.toHaveCount(held);
  }
}

async function sitAt(page: Page, code: string): Promise<void> {
  await page.goto(`t/${code}`);
  await page.getByRole('button', { name: 'Sit down' }).first().click();
}

test('two people and two bots play two deals, clicking', async ({ visit }) => {
  const [ada, ben] = [await visit({ hurried: true }), await visit({ hurried: true })];
  for (const page of [ada, ben]) await page.goto('.');
  const { code } = await openTable(ada, { game: 'kierki', rules: { ...rules('3N', '5E'), end_early: true }, seats: ['me', bot, 'open', bot] });
  await ada.goto(`t/${code}`);
  await sitAt(ben, code);
  await Promise.all([playOn(ada, twice), playOn(ben, twice)]);
  for (const page of [ada, ben]) {
    await expect(over(page)).toBeVisible();
    const points = await over(page).locator('.pts').allTextContents();
    // Four queens of five points, and the king of hearts.
    expect(points.map(Number).reduce((sum, one) => sum + one)).toBe(38);
    const totals = page.getByRole('row', { name: /^Total/ }).getByRole('cell');
    const sums = (await totals.allTextContents()).map(Number);
    expect(sums.reduce((sum, one) => sum + one)).toBe(38);
    // Whoever has the fewest is in front, alone or not.
    const least = Math.min(...sums);
    const heads = (await page.getByRole('columnheader').allTextContents()).map((head) => head.trim()).slice(-4);
    const standing = (sums[heads.indexOf('You')] ?? -1) > least ? /behind\.$/ : sums.filter((sum) => sum === least).length > 1 ? /You share the lead\.$/ : /You are in front\.$/;
    await expect(page.getByText(/^Fewest points win\./)).toHaveText(standing);
  }
});

test('four people play a deal, one of them by dragging', async ({ visit }) => {
  const people = [];
  for (let at = 0; at < 4; at++) people.push(await visit({ hurried: true }));
  for (const page of people) await page.goto('.');
  const [first, ...others] = people as [Page, ...Page[]];
  const { code } = await openTable(first, { game: 'kierki', rules: { ...rules('5N'), end_early: true }, seats: ['me', 'open', 'open', 'open'] });
  await first.goto(`t/${code}`);
  for (const page of others) await sitAt(page, code);
  const dragging: Way = async (page, card) => {
    const [from, to] = [await card.boundingBox(), await page.getByRole('region', { name: 'The trick' }).boundingBox()];
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + 12, from.y + 24);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await Promise.all([playOn(first, dragging), ...others.map((page) => playOn(page, twice))]);
  for (const page of people) await expect(over(page)).toBeVisible();
});

test('a match by keys alone', async ({ visit }) => {
  const page = await visit({ hurried: true });
  await page.goto('.');
  const { code } = await openTable(page, { game: 'kierki', rules: { ...rules('5N'), end_early: true }, seats: ['me', bot, bot, bot] });
  await page.goto(`t/${code}`);
  let walks = 0;
  await playOn(page, async (page, card) => {
    // By turns: walk there and play, or choose it by its number and play.
    if (walks++ % 2 === 0) {
      for (let step = 0; step < 14 && !(await card.evaluate((one) => one === document.activeElement)); step++) await page.keyboard.press('ArrowRight');
      await expect(card).toBeFocused();
    } else {
      await page.keyboard.press('1');
      await expect(card).toHaveAttribute('aria-pressed', 'true');
      await page.keyboard.press('Escape');
      await expect(card).toHaveAttribute('aria-pressed', 'false');
      await page.keyboard.press('1');
    }
    await page.keyboard.press('Enter');
  });
  await expect(over(page)).toBeVisible();
});

test('a match on a phone, with a reload in the middle', async ({ visit }) => {
  const page = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, hurried: true });
  await page.goto('.');
  const { code } = await openTable(page, { game: 'kierki', rules: { ...rules('5N', '1E'), end_early: true }, seats: [bot, 'me', bot, bot] });
  await page.goto(`t/${code}`);
  const tapping: Way = async (page, card) => {
    await card.tap(corner);
    await page.getByRole('button', { name: /^Play / }).tap();
  };
  // The second deal is played to its end, so the match is not over yet.
  await playOn(page, tapping, 8);
  await expect(turn(page)).toBeVisible({ timeout: 60_000 });
  const held = await cards(page).evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.card));
  const scores = async () => {
    await page.getByRole('button', { name: 'Scores' }).tap();
    const rows = await page.getByRole('dialog').getByRole('row').allTextContents();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    return rows;
  };
  const before = await scores();
  await page.reload();
  await expect(turn(page)).toBeVisible();
  expect(await cards(page).evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.card))).toEqual(held);
  expect(await scores()).toEqual(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await cut(page.locator('.plate .nm, .bar .where *'))).toEqual([]);
  await playOn(page, tapping);
  await expect(over(page)).toBeVisible();
});

test('a card can be had ready before its turn, and a closed one says why', async ({ visit }) => {
  const [ada, ben] = [await visit({ hurried: true }), await visit({ hurried: true })];
  for (const page of [ada, ben]) await page.goto('.');
  const { code } = await openTable(ada, { game: 'kierki', rules: rules('1N'), seats: ['me', 'open', bot, bot] });
  await ada.goto(`t/${code}`);
  await sitAt(ben, code);
  await expect(turn(ada)).toBeVisible();
  const prompt = (page: Page) => page.getByRole('region', { name: 'You', exact: true }).getByRole('status');
  // Ben has a card ready, takes it back, and has one ready again.
  const ready = cards(ben).first();
  await ready.click(corner);
  await expect(prompt(ben)).toContainText('as soon as it is your turn');
  await ready.click(corner);
  await expect(prompt(ben)).toBeEmpty();
  await ready.click(corner);
  await ben.keyboard.press('Escape');
  await expect(prompt(ben)).toBeEmpty();
  // Ada leads the suit of that card, if she has it: then it plays by itself. Otherwise it waits for ben to choose what may be played.
  const suit = ((await ready.getAttribute('data-card')) as string).slice(-1);
  await ready.click(corner);
  const led = cards(ada).and(ada.locator(`[data-card$="${suit}"]`)).first();
  const follows = (await led.count()) > 0;
  await twice(ada, follows ? led : cards(ada).first());
  if (follows) await expect(cards(ben)).toHaveCount(12);
  // Whoever is asked next and must follow: a press on another suit says so, and plays nothing.
  for (let trick = 0; trick < 12; trick++) {
    await expect.poll(async () => (await turn(ada).isVisible()) || (await turn(ben).isVisible()), { timeout: 60_000 }).toBe(true);
    const page = (await turn(ada).isVisible()) ? ada : ben;
    const closed = hand(page).getByRole('button', { disabled: true });
    if ((await closed.count()) > 0) {
      const held = await cards(page).count();
      await closed.first().click({ ...corner, force: true });
      await expect(prompt(page)).toContainText('so you follow');
      expect(await cards(page).count()).toBe(held);
      return;
    }
    await playOn(page, twice, 1);
  }
  throw new Error('nobody ever had to follow suit');
});

test('tricks that were taken can be looked at again', async ({ visit }) => {
  const page = await visit({ hurried: true });
  await page.goto('.');
  const { code } = await openTable(page, { game: 'kierki', rules: rules('1N'), seats: ['me', bot, bot, bot] });
  await page.goto(`t/${code}`);
  await playOn(page, twice, 1);
  const last = page.getByRole('button', { name: /^Last trick: / });
  await last.click();
  const sheet = page.getByRole('dialog', { name: 'Last trick' });
  await expect(sheet.getByRole('img')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('in a robber what cards cost stands beside the first of them', async ({ visit }) => {
  const page = await visit();
  await page.goto('.');
  const { code } = await openTable(page, { game: 'kierki', rules: rules('7N'), seats: ['me', bot, bot, bot] });
  await page.goto(`t/${code}`);
  const costs = page.getByRole('region', { name: 'Robber' }).getByText(/^\+\d+$/);
  await expect(costs).toHaveText(['+21', '+6', '+5', '+3', '+2', '+1']);
  const apart = await costs.evaluateAll((labels) => labels.map((label) => Math.abs(label.getBoundingClientRect().top - (label.parentElement?.querySelector('.written')?.getBoundingClientRect().top ?? Infinity))));
  for (const pixels of apart) expect(pixels).toBeLessThan(12);
});
