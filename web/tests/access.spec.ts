// axe-core finds nothing on any screen, in light and dark, on a desk and on a phone.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openTable } from './play';
import { expect, test } from './house';

async function check(page: Page, screen: string): Promise<void> {
  // Colours are judged when nothing moves any more.
  await page.waitForTimeout(600);
  const { violations } = await new AxeBuilder({ page: page as never }).analyze();
  const found = violations.map(({ id, help, nodes }) => `${screen}: ${id} (${help}): ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  expect(found).toEqual([]);
}

const bots = (game: string) => (game === 'kierki' ? ['me', { bot: 'casual' }, { bot: 'casual' }, { bot: 'casual' }] : ['me', { bot: 'casual' }]);
const presets = { koikoi: 'quick', kierki: 'seven', kaboom: 'short' } as const;

for (const { name, options } of [
  { name: 'desktop, light', options: { colorScheme: 'light' as const } },
  { name: 'phone, dark', options: { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 }, hasTouch: true } },
]) {
  test(`pages: ${name}`, async ({ visit }) => {
    const page = await visit({ ...options, reducedMotion: 'reduce' });
    for (const path of ['.', 'learn/koikoi', 'learn/koikoi/cards', 'learn/koikoi/yaku', 'learn/kierki', 'learn/kaboom', 'leaders/koikoi', 'settings', 'defuse', 'nothing/here']) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await check(page, path);
    }
    await page.goto('.');
    await page.getByRole('button', { name: 'Menu' }).click();
    await check(page, 'menu');
  });

  for (const game of ['koikoi', 'kierki', 'kaboom'] as const) {
    test(`a table of ${game}: ${name}`, async ({ visit }) => {
      const page = await visit({ ...options, reducedMotion: 'reduce' });
      await page.goto('.');
      const waiting = await openTable(page, { game, preset: presets[game], seats: game === 'kierki' ? ['me', 'open', 'open', 'open'] : ['me', 'open'] });
      await page.goto(`t/${waiting.code}`);
      await expect(page.getByText(waiting.code)).toBeVisible();
      await check(page, 'waiting room');
      const { code } = await openTable(page, { game, preset: presets[game], seats: bots(game) });
      await page.goto(`t/${code}`);
      await expect(page.locator('main [data-card]:visible').first()).toBeVisible();
      await check(page, 'table');
      await page.getByRole('button', { name: 'Chat' }).click();
      await check(page, 'chat');
    });
  }
}
