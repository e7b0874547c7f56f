// Pictures of every screen, on a desk and on a phone, in light and dark.
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import { expect, test } from '../tests/house';
import { openTable } from '../tests/play';

const folder = join(import.meta.dirname, '../../docs/screenshots');
const devices: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

const shown = async (one: Locator) => (await one.count()) > 0 && (await one.first().isVisible());

/** Plays whatever can be played until something is there to be pictured, or for so many moves. */
async function playUntil(page: Page, there: () => Promise<boolean>, moves = 400): Promise<boolean> {
  const turn = page.getByText('Your turn');
  for (let move = 0; move < moves; move++) {
    if (await there()) return true;
    await turn.or(page.getByRole('button', { name: /^(Next|To the end|Ready)/ })).first().waitFor({ timeout: 2000 }).catch(() => {});
    const choices = [
      page.getByRole('button', { name: /^(Next|To the end)/ }),
      page.locator('button.tgt:not([aria-disabled="true"])'),
      page.getByRole('group', { name: 'Your hand' }).locator('button.card:not(.off):not([aria-disabled="true"])'),
      page.getByRole('button', { name: /^(Koi-koi|Ready|Draw|Discard|Decline)/ }).and(page.locator(':not([aria-disabled="true"])')),
    ];
    for (const choice of choices) {
      if (!(await shown(choice))) continue;
      await choice.first().dblclick({ timeout: 1500, force: true, delay: 20 }).catch(() => {});
      break;
    }
    await page.waitForTimeout(350);
  }
  return there();
}

for (const [device, options] of Object.entries(devices)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${device}, ${colorScheme}`, async ({ visit }) => {
      const page = await visit({ ...options, colorScheme });
      const shot = (name: string, fullPage = false) => page.screenshot({ path: join(folder, `${name}-${device}${colorScheme === 'dark' ? '-dark' : ''}.jpg`), type: 'jpeg', quality: 85, fullPage });
      const settle = () => page.waitForTimeout(900);
      const visitPage = async (name: string, path: string, fullPage = false) => {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await settle();
        await shot(name, fullPage);
      };

      await page.goto('.');
      const open = (game: string, preset: string, seats: unknown[], rest = {}) => openTable(page, { game, preset, seats, pace: 300, ...rest });
      // Something for the lists of the front page.
      await open('kierki', 'seven', ['me', 'open', { bot: 'club' }, { bot: 'club' }], { visibility: 'public' });

      const bot = { bot: 'casual' };
      const koikoi = await open('koikoi', 'quick', ['me', bot]);
      await page.goto(`t/${koikoi.code}`);
      await expect(page.getByRole('group', { name: 'Your hand' })).toBeVisible();
      const hand = page.getByRole('group', { name: 'Your hand' }).locator('button.card');
      await playUntil(page, async () => (await hand.count()) <= 5, 12);
      await settle();
      await shot('koikoi');
      const kierki = await open('kierki', 'seven', ['me', bot, bot, bot]);
      await page.goto(`t/${kierki.code}`);
      await expect(hand.first()).toBeVisible();
      await playUntil(page, async () => (await hand.count()) <= 9, 30);
      await settle();
      await shot('kierki');

      const kaboom = await open('kaboom', 'short', ['me', bot, bot, bot]);
      await page.goto(`t/${kaboom.code}`);
      await playUntil(page, async () => false, 8);
      await settle();
      await shot('kaboom');

      const friend = await open('koikoi', 'months', ['me', 'open']);
      await visitPage('waiting', `t/${friend.code}`);
      await visitPage('home', '.', true);
      await visitPage('lesson', 'learn/koikoi');
      await visitPage('cards', 'learn/koikoi/cards');
      await visitPage('yaku', 'learn/koikoi/yaku');
      await visitPage('defuse', 'defuse');
      await visitPage('leaders', 'leaders/koikoi');
      await visitPage('settings', 'settings');

      // Luck decides when a yaku is made: these come last.
      await page.goto(`t/${koikoi.code}`);
      if (await playUntil(page, () => shown(page.locator('.decision, [data-slip="decision"]')), 120)) {
        await settle();
        await shot('koikoi-decision');
        await page.getByRole('button', { name: /^Stop/ }).first().click().catch(() => {});
      }
      if (await playUntil(page, () => shown(page.locator('.result, [data-slip="result"]')), 80)) {
        await settle();
        await shot('koikoi-result');
      }
    });
  }
}
