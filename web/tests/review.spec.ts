// Hints at a table for practice, and the review of a match that is over.
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './house';
import { openTable } from './play';
import { played } from './played';

const against = { game: 'koikoi', rules: { preset: 'quick', rounds: 1 }, seats: ['me', { bot: 'casual' }] };

test('a hint is told in words and marked, and goes away when something happens', async ({ visit }) => {
  const page = await visit();
  await page.goto('.');
  const { code } = await openTable(page, { ...against, hints: true });
  await page.goto(`t/${code}`);
  const ask = page.getByRole('button', { name: 'Hint' });
  await expect(ask).toHaveAttribute('aria-disabled', 'false');
  await page.locator('body').press('h');
  const told = page.getByRole('status').filter({ hasText: 'The house would' });
  await expect(told).toContainText(/The house would (play|take|call|stop) .*\d+% ± \d+% to win/);
  const marked = page.locator('[data-hinted]');
  await expect(marked).toHaveCount(1);
  const card = await marked.getAttribute('data-card');
  expect(card).not.toBeNull();
  await expect(page.locator(`.hand [data-card="${card}"]`)).toHaveAttribute('data-hinted', '');
  await marked.click();
  await marked.click();
  await expect(told).toHaveCount(0);
  await expect(page.locator('[data-hinted]')).toHaveCount(0);
});

test('a table without hints has no button for them', async ({ visit }) => {
  const page = await visit();
  await page.goto('.');
  const { code } = await openTable(page, against);
  await page.goto(`t/${code}`);
  await expect(page.locator('.hand [data-card]').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hint' })).toHaveCount(0);
});

test('a match is reviewed: a graph, moments that lead to the felt, and all decisions as a table', async ({ visit }) => {
  const page = await visit();
  await page.goto('.');
  const match = await played(page, against);
  await page.goto(`replay/${match}?review`);
  const review = page.getByRole('dialog', { name: 'Review: You' });
  await expect(review.getByRole('img', { name: 'Chance to win, decision by decision' })).toBeVisible();
  const told = await page.evaluate(async (match) => (await fetch(`api/v1/matches/${match}/review?seat=0`)).json(), match);
  await review.getByText('All decisions').click();
  await expect(review.getByRole('row')).toHaveCount(told.points.length + 1);
  expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([]);
  const moments = review.getByRole('group', { name: 'Moments that mattered' }).getByRole('button');
  await expect(moments).toHaveCount(told.moments.length);
  // Whoever plays whatever is first does not play well.
  expect(told.moments.length).toBeGreaterThan(0);
  await moments.first().focus();
  await expect(review.locator('g.current')).toHaveCount(1);
  if (told.moments.length > 1) {
    await page.keyboard.press('ArrowRight');
    await expect(moments.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
  }
  await page.keyboard.press('Enter');
  await expect(review).toHaveCount(0);
  const all = await page.evaluate(async (match) => (await (await fetch(`api/v1/matches/${match}/course`)).json()).steps.length, match);
  await expect(page.getByText(`${told.points[told.moments[0].point].step} of ${all}`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(review).toBeVisible();
});

test('luck at the end of a round is told to that end, and not by how the next one begins', async ({ visit }) => {
  const page = await visit();
  await page.goto('.');
  const match = await played(page, { ...against, rules: { preset: 'quick', rounds: 2 } });
  interface Step { events: { event: string }[] }
  const { steps } = await page.evaluate(async (match) => (await fetch(`api/v1/matches/${match}/course`)).json() as Promise<{ steps: Step[] }>, match);
  const end = steps.findIndex(({ events }) => events.some(({ event }) => event === 'round-ended'));
  // What the house might say: much changed from the last action of the first round to one in the second.
  const point = (step: number, round: number) => ({ step, round, value: 0.5, interval: 0.01, played: 'stop', best: 'stop', loss: 0, margin: 0, luck: 0.3 });
  const told = { match, game: 'koikoi', seat: 0, unit: 'win-probability', points: [point(end, 1), point(end + 3, 2)], moments: [{ point: 0, kind: 'luck' }] };
  await page.route('**/review?seat=0', (route) => route.fulfill({ json: told }));
  await page.goto(`replay/${match}?review`);
  const moment = page.getByRole('group', { name: 'Moments that mattered' }).getByRole('button');
  await expect(moment).toContainText('Round 1 is over.');
  await expect(moment).not.toContainText('Round 2');
});
