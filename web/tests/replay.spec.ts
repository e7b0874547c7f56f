// Replays: a match of bots, looked at step by step, from all eyes.
import type { Locator, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, test } from './house';
import { beside, faults, small } from './look';
import { openTable } from './play';
import { actions, play } from './played';

interface Told {
  seats: { name: string | null }[];
  steps: { events: { event: string; round?: number }[] }[];
  view: { open: string[][] };
}

/** A match that bots have played, and its course with open hands. */
async function played(page: Page, form: object): Promise<{ match: string; course: Told }> {
  await page.goto('.');
  return page.evaluate(async (form) => {
    const post = async (path: string, body: object, token = '') =>
      (await fetch(`api/v1/${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify(body) })).json();
    const { token } = await post('guests', {});
    const { match } = await post('tables', { pace: 0, ...form }, token);
    for (;;) {
      const answer = await fetch(`api/v1/matches/${match}/course?eyes=open`);
      if (answer.ok) return { match, course: await answer.json() };
      await new Promise((done) => setTimeout(done, 100));
    }
  }, form);
}
const bot = { bot: 'beginner' };
const quick = { game: 'koikoi', preset: 'quick', seats: [bot, { bot: 'casual' }] };

test('a match is walked through, forwards and back, and plays by itself', async ({ visit }) => {
  const page = await visit({ reducedMotion: 'reduce' });
  const { match, course } = await played(page, quick);
  const all = course.steps.length;
  await page.goto(`replay/${match}`);
  const controls = page.getByRole('region', { name: 'Walk through the match' });
  const at = (step: number) => expect(controls.getByText(`${step} of ${all}`, { exact: true })).toBeVisible();
  await at(0);
  await controls.getByRole('button', { name: 'One step on' }).click();
  await at(1);
  await expect(page).toHaveURL(/#1$/);
  await page.locator('body').press('ArrowRight');
  await at(2);
  await page.locator('body').press('ArrowLeft');
  await at(1);
  await page.locator('body').press('End');
  await at(all);
  await expect(page.getByRole('region', { name: 'How it ends' })).toBeVisible();
  await page.locator('body').press('Home');
  await at(0);
  await expect(page.getByRole('region', { name: 'How it ends' })).toBeHidden();
  await controls.getByRole('button', { name: 'Round 3' }).click();
  await expect(page.getByText(/^Round 3 of 3/).first()).toBeVisible();
  await controls.getByRole('slider').fill('4');
  await at(4);
  await controls.getByRole('combobox', { name: 'Speed' }).selectOption('2×');
  await controls.getByRole('button', { name: 'Play', exact: true }).click();
  const now = async () => Number.parseInt(await controls.getByText(/^\d+ of \d+$/).innerText(), 10);
  await expect.poll(now).toBeGreaterThan(6);
  await controls.getByRole('button', { name: 'Pause' }).click();
  await expect(controls.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('a leap into the middle of a round shows that round, and not how the one before has ended', async ({ visit }) => {
  const page = await visit({ reducedMotion: 'reduce' });
  const { match, course } = await played(page, quick);
  const second = course.steps.findIndex(({ events }) => events.some(({ event, round }) => event === 'round-began' && round === 2)) + 1;
  await page.goto(`replay/${match}`);
  const leap = (to: number) => page.getByRole('slider').fill(String(to));
  const result = page.getByRole('group', { name: 'The round is over' });
  await expect(page.getByText(/^Round 1 of 3/).first()).toBeVisible();
  await leap(second + 3);
  await expect(page.getByText(/^Round 2 of 3/).first()).toBeVisible();
  await expect(result).toHaveCount(0);
  // Where the round begins, it is what there is to see.
  await leap(0);
  await leap(second);
  await expect(result).toBeVisible();
  await leap(second + 3);
  await expect(result).toHaveCount(0);
});

test('who looks at an own card is not told of twice', async ({ visit }) => {
  const page = await visit({ reducedMotion: 'reduce' });
  const { match } = await played(page, { game: 'kaboom', rules: { preset: 'short', rounds: 1 }, seats: [bot, bot] });
  await page.goto(`replay/${match}#1`);
  await expect(page.getByText('Bot 1 (Beginner) looks at their own card 4.').or(page.getByText('Bot 2 (Beginner) looks at their own card 4.')).first()).toBeVisible();
});

test('nothing is told before it happened, unless somebody asks', async ({ visit }) => {
  const page = await visit({ reducedMotion: 'reduce' });
  const { match, course } = await played(page, quick);
  await page.goto(`replay/${match}?eyes=0`);
  const controls = page.getByRole('region', { name: 'Walk through the match' });
  await expect(controls).toBeVisible();
  await expect(page.locator('.hand [data-card]')).toHaveCount(8);
  await expect(page.getByText('How it ends')).toHaveCount(0);
  await expect(controls.getByRole('button', { name: 'Round 2' })).toHaveCount(0);
  const html = await page.content();
  for (const card of course.view.open[1] ?? []) expect(html, card).not.toContain(`"${card}"`);
  await controls.getByRole('button', { name: 'Show what comes' }).click();
  await expect(page.getByRole('region', { name: 'How it ends' })).toBeVisible();
  await expect(controls.getByRole('button', { name: 'Round 3' })).toBeVisible();
});

test('the eyes can be changed, and a link leads to the same moment', async ({ visit }) => {
  const page = await visit({ reducedMotion: 'reduce' });
  const { match, course } = await played(page, quick);
  await page.goto(`replay/${match}?eyes=0#5`);
  const eyes = page.getByRole('group', { name: 'Whose eyes' });
  await eyes.getByRole('button', { name: 'Bot 2 (Casual)' }).click();
  await expect(page).toHaveURL(/eyes=1#5$/);
  await page.locator('body').press('o');
  await expect(eyes.getByRole('button', { name: 'Open' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/eyes=open#5$/);
  await page.locator('body').press('Home');
  for (const card of course.view.open.flat()) await expect(page.locator(`[data-card="${card}"]`).first()).toBeAttached();
  await page.getByRole('slider').fill('6');
  await expect(page).toHaveURL(/eyes=open#6$/);
  await page.getByRole('button', { name: 'Share and keep' }).first().click();
  const link = await page.getByRole('textbox', { name: 'Link to this moment' }).inputValue();
  const told = await page.getByRole('complementary', { name: 'This moment' }).getByRole('heading').first().innerText();
  const other = await visit();
  await other.goto(link);
  await expect(other.getByText(`6 of ${course.steps.length}`, { exact: true })).toBeVisible();
  await expect(other.getByRole('complementary', { name: 'This moment' }).getByRole('heading').first()).toHaveText(told);
});

test('the deal is verified in words, and the file can be kept and looked at', async ({ visit }) => {
  const page = await visit();
  const { match, course } = await played(page, quick);
  await page.goto(`replay/${match}`);
  await page.getByRole('button', { name: 'Was the deal fair?' }).click();
  const fair = page.getByRole('dialog', { name: 'Was the deal fair?' });
  await expect(fair).toContainText('The deal was fixed before the first card, and everything fits.');
  await fair.getByText('Details').click();
  await expect(fair).toContainText('is the commitment to the secret');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Share and keep' }).first().click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download the match' }).click()]);
  expect(download.suggestedFilename()).toBe(`tefuda-${match}.json`);
  const file = await download.path();
  expect(JSON.parse(readFileSync(file, 'utf8')).actions).toHaveLength(course.steps.length);
  await page.getByRole('link', { name: 'Look at a file' }).click();
  await page.getByLabel('Choose a file').setInputFiles({ name: 'no.json', mimeType: 'application/json', buffer: Buffer.from('{"version":1}') });
  await expect(page.getByRole('alert')).toContainText('no match that could be shown');
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expect(page.getByText(`0 of ${course.steps.length}`, { exact: true })).toBeVisible();
});

test('a match that is not there is said to be so', async ({ visit }) => {
  const page = await visit();
  await page.goto('replay/AAAAAAAA-1');
  await expect(page.getByRole('alert')).toContainText('There is no such match');
});

/** What stands out of a slip at its sides. */
const outside = (slip: Locator) =>
  slip.evaluate((slip) => {
    const { left, right } = slip.getBoundingClientRect();
    return [...slip.querySelectorAll('button:not(.chip), select, input')].flatMap((part) => {
      const box = part.getBoundingClientRect();
      return box.left < left || box.right > right ? [part.getAttribute('aria-label') ?? part.textContent] : [];
    });
  });
const left = async (thing: Locator) => (await thing.boundingBox())?.x ?? NaN;
const right = async (thing: Locator) => thing.boundingBox().then((box) => (box ? box.x + box.width : NaN));

for (const [game, form] of Object.entries({
  koikoi: quick,
  kierki: { game: 'kierki', rules: { preset: 'seven', deals: '7N' }, seats: [bot, bot, bot, bot] },
  kaboom: { game: 'kaboom', preset: 'short', seats: [bot, bot, bot] },
  'kaboom with six': { game: 'kaboom', rules: { preset: 'short', rounds: 1 }, seats: [bot, bot, bot, bot, bot, bot] },
})) {
  test(`${game} can be looked at on every screen`, async ({ visit }) => {
    const page = await visit({ reducedMotion: 'reduce' });
    const { match, course } = await played(page, form);
    for (const [eyes, at] of [['0', 6], ['open', 6], ['0', course.steps.length], ['open', course.steps.length]] as const) {
      await page.goto(`replay/${match}?eyes=${eyes}#${at}`);
      await expect(page.getByRole('region', { name: 'Walk through the match' })).toBeVisible();
      await expect(page.locator('main .card img:visible').first()).toBeVisible();
      for (const [width, height] of [[1440, 900], [390, 844], [360, 740], [740, 360]] as const) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => beside(page), `eyes ${eyes} #${at} at ${width} x ${height}`).toBeLessThanOrEqual(0);
        await expect.poll(() => small(page), `eyes ${eyes} #${at} at ${width} x ${height}`).toEqual([]);
        // Of eyes that have no room beside each other, the chosen ones are in sight.
        await expect(page.getByRole('group', { name: 'Whose eyes' }).getByRole('button', { pressed: true })).toBeInViewport({ ratio: 0.99 });
        await expect.poll(() => outside(page.getByRole('region', { name: 'Walk through the match' })), `${width} x ${height}`).toEqual([]);
        // Counters stand apart from each other, and from whoever sits beside them.
        for (const [one, other] of [['.at-left .number', '.at-right .compass'], ['.piles > :first-child .count', '.piles > :last-child .count']] as const) {
          if ((await page.locator(one).count()) * (await page.locator(other).count()) === 0) continue;
          await expect.poll(async () => (await left(page.locator(other))) - (await right(page.locator(one))), `${one} at ${width} x ${height}`).toBeGreaterThanOrEqual(one === '.at-left .number' ? 12 : 3);
        }
        // What is watched and what it is walked through with are in sight together, and nothing lies on anything.
        if (height < 500) continue;
        // The felt is fitted a frame after the window has changed.
        await expect(async () => {
          const felt = await page.getByRole('main').locator('.room').boundingBox();
          const controls = await page.getByRole('region', { name: 'Walk through the match' }).boundingBox();
          expect(controls!.y, `${width} x ${height}`).toBeGreaterThanOrEqual(felt!.y + felt!.height);
          expect(controls!.y + controls!.height, `${width} x ${height}`).toBeLessThanOrEqual(height);
        }).toPass({ timeout: 5000 });
      }
    }
    expect(await faults(page)).toEqual([]);
  });
}

test('nothing is asked of who looks at an own match, nor said to be the turn of somebody else', async ({ visit }) => {
  const page = await visit();
  await page.goto('.');
  const { code } = await openTable(page, { game: 'koikoi', preset: 'quick', seats: ['me', bot] });
  const { match } = await play(page, code, (scene) => actions(scene)[0] ?? null);
  // In this ruleset a person deals first, and who deals begins.
  await page.goto(`replay/${match}`);
  await expect(page.getByRole('region', { name: 'You', exact: true }).getByText('Your turn')).toBeVisible();
  await expect(page.getByText(/Bot .* plays$/)).toHaveCount(0);
});

for (const [game, form] of Object.entries({
  kierki: { game: 'kierki', rules: { preset: 'seven', deals: ['7N'] }, seats: ['me', bot, bot, bot] },
  kaboom: { game: 'kaboom', rules: { preset: 'short', rounds: 1 }, seats: ['me', bot, bot] },
})) {
  test(`no button or key that plays is shown to who looks at an own match of ${game}`, async ({ visit }) => {
    const page = await visit();
    await page.goto('.');
    const { code } = await openTable(page, form);
    const { match } = await play(page, code, (scene) => actions(scene)[0] ?? null);
    await page.goto(`replay/${match}#2`);
    const felt = page.getByRole('main').locator('.room');
    await expect(felt.locator('.card img:visible').first()).toBeVisible();
    await expect(felt.getByRole('button', { name: /^(Play.*|Draw|Take|Kaboom)$/ })).toHaveCount(0);
    await expect(felt.locator('kbd:visible, .key:visible')).toHaveCount(0);
    await expect.poll(() => small(page)).toEqual([]);
  });
}
