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
  await expect(told).toContainText(/The house would (play|take|call|stop) .*\d+% to win/);
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
