// What a player has chosen for this browser does what it says, at every table.
import type { Page } from '@playwright/test';
import { expect, test, type Visit } from './house';
import { beside } from './look';
import { openTable, tables } from './play';

type Game = keyof typeof tables;

async function sit(visit: Visit, game: Game, settings: object = {}): Promise<Page> {
  const page = await visit();
  await page.addInitScript((text) => localStorage.setItem('tefuda-settings', text), JSON.stringify(settings));
  await page.goto('.');
  const { code } = await openTable(page, tables[game]);
  await page.goto(`t/${code}`);
  await expect(own(page, game).first()).toBeVisible();
  return page;
}

const own = (page: Page, game: Game) => page.getByRole('group', { name: game === 'kaboom' ? 'Your cards' : 'Your hand' }).locator('button.card');
/** How wide the player's own cards are, and whether the window has room for all of them. */
async function width(page: Page, game: Game): Promise<number> {
  expect(await beside(page)).toBeLessThanOrEqual(0);
  const boxes = await own(page, game).evaluateAll((all) => all.map((card) => ({ width: (card as HTMLElement).offsetWidth, left: card.getBoundingClientRect().left, right: card.getBoundingClientRect().right })));
  for (const { left, right } of boxes) {
    expect(left).toBeGreaterThan(-4);
    expect(right).toBeLessThan((page.viewportSize()?.width ?? 0) + 4);
  }
  return boxes[0]?.width ?? 0;
}

for (const game of ['koikoi', 'kierki', 'kaboom'] as const) {
  test(`large cards: ${game}`, async ({ visit }) => {
    const [usual, large] = [await sit(visit, game), await sit(visit, game, { largeCards: true })];
    for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }, { width: 360, height: 740 }, { width: 740, height: 360 }]) {
      for (const page of [usual, large]) await page.setViewportSize(viewport);
      // A felt lays itself out anew a moment after the window has changed.
      await expect(async () => expect(await width(large, game)).toBeGreaterThan((await width(usual, game)) * 1.08)).toPass({ timeout: 30_000 });
    }
  });
}

test('motion is what was chosen, whatever the system wants', async ({ visit }) => {
  const sways = (page: Page) => page.locator('.lantern').first().evaluate((lantern) => getComputedStyle(lantern).animationName);
  const page = await sit(visit, 'koikoi');
  expect(await sways(page)).toBe('none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => sways(page)).toBe('sway');
  const moving = await sit(visit, 'koikoi', { motion: 'full' });
  expect(await sways(moving)).toBe('sway');
  const still = await sit(visit, 'koikoi', { motion: 'reduced' });
  await still.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await sways(still)).toBe('none');
});
