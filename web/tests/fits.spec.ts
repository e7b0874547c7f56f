// Tables on tablets and on large screens; on phones each game is played whole.
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { openTable, tables } from './play';

const sizes = [[768, 1024], [1024, 768], [1280, 720], [1920, 1080], [3840, 2160]] as const;

/** Cards of which a part lies outside of the window. */
const outside = (page: Page) =>
  page.locator('main .card:visible').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const { left, top, right, bottom } = card.getBoundingClientRect();
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1 ? [`${(card as HTMLElement).dataset.card} ${[left, top, right, bottom].map(Math.round).join()}`] : [];
    }),
  );

for (const game of ['koikoi', 'kierki', 'kaboom'] as const) {
  test(`${game} fits tablets and large screens`, async ({ visit }) => {
    const page = await visit();
    await page.goto('.');
    const { code } = await openTable(page, tables[game]);
    await page.goto(`t/${code}`);
    await expect(page.locator('main .card:visible').first()).toBeVisible();
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]), `at ${width} x ${height}`).toEqual([0, 0]);
      await expect.poll(() => outside(page), `at ${width} x ${height}`).toEqual([]);
    }
  });
}
