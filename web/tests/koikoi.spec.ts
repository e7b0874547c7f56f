// The table of Koi-Koi and the defuse mode, used as people use them.
import type { Locator, Page } from '@playwright/test';
import { expect, test, type Visit } from './house';
import { beside, cut } from './look';
import { openTable } from './play';

/** As many rounds as a test needs. */
const rounds = (n: number) => ({ preset: 'quick', rounds: n });
const over = (page: Page) => page.getByRole('region', { name: 'The match is over' });
const hand = (page: Page) => page.getByRole('group', { name: 'Your hand' }).getByRole('button');
const turn = (page: Page) => page.getByRole('region', { name: 'You', exact: true }).getByText('Your turn');
const there = (thing: Locator) => thing.first().isVisible();

/** One thing that a person would do now, by mouse or finger; false if there is nothing to do. */
async function press(page: Page): Promise<boolean> {
  const quick = { timeout: 2000 };
  try {
    const next = page.getByRole('button', { name: /^(On to|To the end)/ });
    if (await there(next)) return await next.click(quick).then(() => true);
    const choice = page.getByRole('group', { name: 'Koi-koi or stop?' }).getByRole('button', { name: /^Stop/ });
    if (await there(choice)) return await choice.click(quick).then(() => true);
    if (!(await there(turn(page)))) return false;
    const target = page.getByRole('button', { name: /^Take / }).first();
    if (await there(target)) return await target.click(quick).then(() => true);
    const card = hand(page).and(page.locator('[aria-disabled=false]')).first();
    if (!(await there(card))) return false;
    // At its edge: the cards of a hand overlap.
    const edge = { ...quick, position: { x: 8, y: 24 } };
    const name = await card.getAttribute('data-card', quick);
    const same = page.locator(`[data-card="${name}"][aria-pressed]`);
    if ((await same.getAttribute('aria-pressed', quick)) !== 'true') await same.click(edge);
    if (await there(same.and(page.locator('[aria-pressed=true]')))) await same.click(edge);
    return true;
  } catch {
    // What was to be pressed has gone meanwhile: look again.
    return false;
  }
}

/** Plays until the match is over, with a way to do one thing. */
async function playOut(pages: Page[], act: (page: Page) => Promise<boolean>): Promise<void> {
  await expect(async () => {
    for (const page of pages) while (await act(page));
    for (const page of pages) expect(await over(page).isVisible()).toBe(true);
  }).toPass({ intervals: [100], timeout: 220_000 });
}

async function atTable(visit: Visit, form: Record<string, unknown>, options = {}): Promise<Page> {
  const page = await visit({ hurried: true, ...options });
  await page.goto('.');
  const { code } = await openTable(page, { game: 'koikoi', ...form });
  await page.goto(`t/${code}`);
  return page;
}

test('two people play a whole match', async ({ visit }) => {
  const one = await atTable(visit, { rules: rounds(2), seats: ['me', 'open'] });
  const two = await visit({ hurried: true });
  await two.goto(one.url());
  await two.getByRole('button', { name: 'Sit down' }).click();
  await expect(hand(one)).toHaveCount(8);
  await expect(hand(two)).toHaveCount(8);
  // The lantern of the first of three rounds says whose turn it is, to both.
  await expect(async () => expect((await turn(one).count()) + (await turn(two).count())).toBe(1)).toPass({ timeout: 30_000 });
  await playOut([one, two], press);
  const totals = async (page: Page) => (await over(page).getByRole('listitem').allInnerTexts()).map((line) => Number(/(-?\d+)\s*$/.exec(line)?.[1])).sort();
  expect(await totals(one)).toEqual(await totals(two));
});

test('a match by keys alone', async ({ visit }) => {
  const page = await atTable(visit, { rules: rounds(2), seats: ['me', { bot: 'beginner' }] });
  await expect(hand(page)).toHaveCount(8);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const type = async (): Promise<boolean> => {
    if (await there(page.getByRole('group', { name: 'The round is over' }))) return page.keyboard.press('Escape').then(() => true);
    if (await there(page.getByRole('group', { name: 'Koi-koi or stop?' }))) return page.keyboard.press('s').then(() => true);
    if (!(await there(turn(page)))) return false;
    // By the cards, not by the words: those may just say that a card of the hand must wait.
    if (await there(page.getByRole('button', { name: /^Take / }).first())) {
      // The focus is where something is asked, or an arrow away from it.
      for (let tries = 0; tries < 12 && !(await focused()).startsWith('Take '); tries++) await page.keyboard.press(tries % 6 === 0 ? 'ArrowUp' : 'ArrowRight');
      return page.keyboard.press('Enter').then(() => true);
    }
    const before = await hand(page).count();
    if (before === 0) return false;
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    return true;
  };
  await playOut([page], type);
});

test('a card that is taken up can be put back', async ({ visit }) => {
  const page = await atTable(visit, { preset: 'quick', seats: ['me', { bot: 'beginner' }] });
  const card = hand(page).first();
  await expect(turn(page)).toBeVisible();
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  await card.click();
  await page.getByRole('button', { name: 'Put back' }).click();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  await expect(hand(page)).toHaveCount(8);
  // What is closed says why.
  await page.getByRole('button', { name: 'Koi-koi', exact: true }).click({ force: true });
  await expect(page.getByText('Koi-koi and stop open once you make a yaku.').filter({ visible: true })).toHaveCount(1);
});

test('a card is dragged onto the field', async ({ visit }) => {
  const page = await atTable(visit, { preset: 'quick', seats: ['me', { bot: 'beginner' }] });
  await expect(turn(page)).toBeVisible();
  const card = await hand(page).last().boundingBox();
  const field = await page.getByRole('group', { name: 'The field' }).boundingBox();
  if (!card || !field) throw new Error('nothing lies there');
  await page.mouse.move(card.x + card.width / 2, card.y + card.height / 2);
  await page.mouse.down();
  await page.mouse.move(field.x + field.width / 2, field.y + field.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(hand(page)).toHaveCount(7);
});

for (const [name, viewport] of Object.entries({ upright: { width: 360, height: 740 }, 'on its side': { width: 740, height: 360 } })) {
  test(`a match on a phone, ${name}`, async ({ visit }) => {
    const page = await atTable(visit, { rules: rounds(1), seats: ['me', { bot: 'beginner' }] }, { viewport, hasTouch: true });
    await expect(hand(page)).toHaveCount(8);
    await expect.poll(() => beside(page)).toBeLessThanOrEqual(0);
    expect(await cut(page.locator('.bar .where *, .plate .nm'))).toEqual([]);
    await playOut([page], async (page) => {
      // However long the bill is, it covers neither the totals nor what comes next.
      const totals = page.getByRole('group', { name: 'The round is over' }).locator('dl, footer button');
      for (const one of await totals.all()) await one.click({ trial: true });
      return press(page);
    });
    await expect.poll(() => beside(page)).toBeLessThanOrEqual(0);
  });
}

const begin = async (page: Page, countdown: string) => {
  await page.goto('defuse');
  await page.getByRole('radio', { name: 'Beginner' }).check();
  await page.getByRole('radio', { name: countdown, exact: true }).check();
  await page.getByRole('button', { name: 'Begin the run' }).click();
  await expect(page.getByRole('timer', { name: 'Time to defuse' })).toBeVisible();
};

test('a countdown that comes to zero ends the run', async ({ visit }) => {
  const page = await visit();
  await begin(page, '10 seconds');
  await expect(page.getByRole('timer', { name: 'Time to defuse' })).toContainText('seconds left');
  await expect(over(page)).toContainText('broken off');
  await page.getByRole('link', { name: 'To the run' }).click();
  await expect(page.getByRole('heading', { name: 'Time is up' })).toBeVisible();
  await expect(page.getByRole('listitem')).toContainText('broken off');
  await page.getByRole('button', { name: 'Another run' }).click();
  await expect(page.getByRole('button', { name: 'Begin the run' })).toBeVisible();
});

test('a match that was given up is lost, and has no replay', async ({ visit }) => {
  const page = await visit();
  await begin(page, '10 minutes');
  await page.goto('defuse');
  await page.getByRole('button', { name: 'Give up' }).click();
  await expect(page.getByRole('heading', { name: 'Given up' })).toBeVisible();
  await expect(page.getByRole('listitem')).toContainText('lost');
  await expect(page.getByRole('listitem').getByRole('link')).toHaveCount(0);
});

test('a run is solved by a win, and goes on after a loss', async ({ visit }) => {
  const page = await visit({ hurried: true });
  await begin(page, '10 minutes');
  await playOut([page], press);
  const won = await over(page).getByText('You won').isVisible();
  await page.getByRole('link', { name: 'To the run' }).click();
  if (won) {
    await expect(page.getByRole('heading', { name: 'Solved' })).toBeVisible();
    return;
  }
  await expect(page.getByRole('heading', { name: 'Ready for the next match' })).toBeVisible();
  await page.getByRole('button', { name: 'Next match' }).click();
  await expect(hand(page)).toHaveCount(8);
  await page.goto('defuse');
  await page.getByRole('button', { name: 'Give up' }).click();
  await expect(page.getByRole('heading', { name: 'Given up' })).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(2);
});

test('two defusers meet at one table, each with a countdown of their own', async ({ visit }) => {
  const [ada, ben] = [await visit(), await visit()];
  for (const page of [ada, ben]) {
    await page.goto('defuse');
    await page.getByRole('radio', { name: /^Another defuser/ }).check();
    await page.getByRole('radio', { name: page === ada ? '5 minutes' : '10 minutes', exact: true }).check();
    await page.getByRole('button', { name: 'Begin the run' }).click();
    // Whoever is first waits, and the time runs.
    if (page === ada) await expect(ada.getByRole('heading', { name: 'Waiting for another defuser' })).toBeVisible();
  }
  for (const page of [ada, ben]) {
    await expect(page).toHaveURL(/\/t\//);
    await expect(hand(page)).toHaveCount(8);
    await expect(page.getByRole('timer', { name: 'Time to defuse' })).toHaveCount(2);
  }
  expect(ada.url()).toBe(ben.url());
  await ben.goto('defuse');
  await expect(ben.getByRole('heading', { name: 'A match is being played' })).toBeVisible();
  await ben.getByRole('button', { name: 'Give up' }).click();
  await expect(ben.getByRole('heading', { name: 'Given up' })).toBeVisible();
  // Whoever is left has won the match, and with it the run.
  await expect(over(ada)).toBeVisible();
  await ada.getByRole('link', { name: 'To the run' }).click();
  await expect(ada.getByRole('heading', { name: 'Solved' })).toBeVisible();
});
