// How to play: everything follows from the guide of the server, and lessons are played to their end by pressing what is framed.
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { beside } from './look';

const games = ['koikoi', 'kierki', 'kaboom'] as const;
const presets = { koikoi: ['lightning', 'quick', 'months', 'nintendo', 'japan'], kierki: ['seven', 'full', 'robbers'], kaboom: ['standard', 'short', 'gentle', 'party'] };

interface Guided {
  yaku: { name: string; points: number }[];
  kinds: { kind: number; total: number; costs: unknown[] }[];
  abilities: { ability: string; cards: string[] }[];
}

const guide = async (page: Page, game: string, preset: string): Promise<Guided> =>
  page.evaluate(async ([game, preset]) => (await fetch('api/v1/guide', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ game, preset }) })).json(), [game, preset]);

/** Presses what the lesson frames, or goes on where it only tells something. */
async function follow(page: Page): Promise<void> {
  const on = page.getByRole('region', { name: 'Lesson' }).getByRole('button', { name: 'Go on' });
  if (await on.isVisible()) return on.click({ timeout: 2000 }).catch(() => {});
  const box = await page.locator('.frame').boundingBox({ timeout: 500 }).catch(() => null);
  // Cards overlap to the right: the left edge can always be pressed.
  if (box) await page.mouse.click(box.x + 8 + box.width * 0.12, box.y + box.height / 2);
}

for (const game of games) {
  test(`the lesson of ${game} is played to its end`, async ({ visit }) => {
    test.setTimeout(300_000);
    const page = await visit({ hurried: true });
    await page.goto(`learn/${game}`);
    await page.getByRole('button', { name: 'Start the lesson' }).click();
    const end = page.getByRole('heading', { name: 'That is all you need.' });
    const progress = page.getByRole('img', { name: /^Progress of the lesson/ });
    await expect(progress).toBeVisible();
    await expect
      .poll(
        async () => {
          if (!(await end.isVisible())) await follow(page);
          return end.isVisible();
        },
        { timeout: 280_000, intervals: [60] },
      )
      .toBe(true);
    await page.getByRole('button', { name: 'Play a bot now' }).click();
    await expect(page).toHaveURL(/\/t\/[0-9A-Z]+$/);
  });
}

test('a lesson can be skipped through and walked back, and says when something else was played', async ({ visit }) => {
  const page = await visit({ reducedMotion: 'reduce' });
  await page.goto('learn/koikoi');
  await page.getByRole('button', { name: 'Start the lesson' }).click();
  const coach = page.getByRole('region', { name: 'Lesson' });
  const first = await coach.getByRole('status').innerText();
  await expect(coach.getByRole('button', { name: 'Back' })).toHaveAttribute('aria-disabled', 'true');
  const hand = page.getByRole('group', { name: /hand/i });
  await hand.getByRole('button', { name: /Paulownia, phoenix/ }).dblclick();
  await expect(coach.getByText('That can be played too.')).toBeVisible();
  await coach.getByRole('button', { name: 'Skip' }).click();
  await expect(coach.getByRole('status')).not.toHaveText(first);
  await coach.getByRole('button', { name: 'Back' }).click();
  await expect(coach.getByRole('status')).toHaveText(first);
});

test('every yaku has the points of the chosen rules', async ({ visit }) => {
  const page = await visit();
  await page.goto('learn/koikoi/yaku');
  const seen = new Set<string>();
  for (const preset of presets.koikoi) {
    const { yaku } = await guide(page, 'koikoi', preset);
    await page.getByRole('combobox', { name: 'Rules' }).selectOption(preset);
    await expect(page.locator('[data-yaku]')).toHaveCount(yaku.length);
    for (const { name, points } of yaku) await expect(page.locator(`[data-yaku="${name}"] .v`)).toHaveText(new RegExp(`^\\+?${points}$`));
    seen.add((await page.locator('[data-yaku="five-lights"] .v').innerText()).trim());
  }
  expect([...seen].sort()).toEqual(['10', '15']);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Rules' })).toHaveValue('japan');
});

test('cards tell what they are good for', async ({ visit }) => {
  const page = await visit();
  await page.goto('learn/koikoi/cards');
  await expect(page.locator('main [data-card]')).toHaveCount(48);
  await page.getByRole('button', { name: 'Chrysanthemum, sake cup' }).click();
  const cup = page.getByRole('dialog');
  await expect(cup).toContainText('Moon viewing');
  await expect(cup).toContainText('菊・盃');
  await page.keyboard.press('Escape');
  await expect(cup).toBeHidden();
  await page.getByRole('navigation', { name: 'Game' }).getByRole('link', { name: 'Kierki' }).click();
  await page.getByRole('button', { name: 'king of hearts' }).click();
  await expect(page.getByRole('dialog')).toContainText('18 points');
});

test('deals and abilities are those of the guide', async ({ visit }) => {
  const page = await visit();
  await page.goto('learn/kierki/deals');
  for (const preset of presets.kierki) {
    const { kinds } = await guide(page, 'kierki', preset);
    await page.getByRole('combobox', { name: 'Rules' }).selectOption(preset);
    await expect(page.locator('[data-kind]')).toHaveCount(kinds.length);
    for (const { kind, total, costs } of kinds) {
      await expect(page.locator(`[data-kind="${kind}"]`)).toContainText(`${total} in all`);
      await expect(page.locator(`[data-kind="${kind}"] li`)).toHaveCount(costs.length);
    }
  }
  await page.goto('learn/kaboom/abilities');
  const { abilities } = await guide(page, 'kaboom', 'standard');
  for (const { ability, cards } of abilities) await expect(page.locator(`[data-ability="${ability}"] [data-card]`)).toHaveCount(cards.length);
});

test('everything can be read, from phones to desks', async ({ visit }) => {
  const page = await visit();
  for (const part of ['koikoi/lesson', 'koikoi/cards', 'koikoi/yaku', 'koikoi/short', 'kierki/cards', 'kierki/deals', 'kierki/short', 'kaboom/cards', 'kaboom/abilities', 'kaboom/short']) {
    await page.goto(`learn/${part}`);
    await expect(page.locator('main .card img:visible').first()).toBeVisible();
    for (const [width, height] of [[360, 740], [740, 360], [1440, 900]] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => beside(page), `${part} at ${width} x ${height}`).toBeLessThanOrEqual(0);
    }
  }
});
