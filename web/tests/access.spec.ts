// axe-core finds nothing on any screen: on a desk by day, and on a phone by night.
import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { faults } from './look';
import { openTable } from './play';
import { actions, play, played } from './played';

const bot = { bot: 'casual' };
const tables = {
  koikoi: { game: 'koikoi', preset: 'quick', seats: ['me', bot] },
  kierki: { game: 'kierki', preset: 'seven', seats: ['me', bot, bot, bot] },
  kaboom: { game: 'kaboom', preset: 'short', seats: ['me', bot, bot, bot] },
} as const;
const games = ['koikoi', 'kierki', 'kaboom'] as const;
const learned = ['koikoi', 'koikoi/cards', 'koikoi/yaku', 'koikoi/short', 'kierki/cards', 'kierki/deals', 'kierki/short', 'kaboom/cards', 'kaboom/abilities', 'kaboom/short'];

const check = async (page: Page, screen: string) => expect(await faults(page), screen).toEqual([]);
const shown = (page: Page) => expect(page.locator('main .card img:visible').first()).toBeVisible();

for (const { name, options } of [
  { name: 'desk', options: { colorScheme: 'light' as const } },
  { name: 'phone', options: { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 }, hasTouch: true } },
]) {
  test(`pages: ${name}`, async ({ visit }) => {
    const page = await visit(options);
    await page.goto('.');
    const match = await played(page, { game: 'koikoi', rules: { preset: 'quick', rounds: 1 }, seats: ['me', bot] });
    const me = await page.evaluate(() => (JSON.parse(localStorage.getItem('tefuda-player') ?? '{}') as { id: string }).id);
    for (const path of ['settings', 'leaders/kierki', 'defuse', 'nothing/here', `player/${me}`, `replay/${match}#6`, 'replay/file']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check(page, path);
    }
    await page.goto('.');
    await check(page, 'front page');
    await page.getByRole('button', { name: 'Menu' }).click();
    await check(page, 'menu');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('article', { name: 'Koi-Koi' }).getByRole('button', { name: 'House rules' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check(page, 'house rules');
    await page.getByRole('button', { name: 'Open the table' }).click();
    await expect(page.getByRole('heading', { name: 'A table is laid' })).toBeVisible();
    await check(page, 'waiting room');
  });

  test(`how to play: ${name}`, async ({ visit }) => {
    const page = await visit(options);
    for (const part of learned) {
      await page.goto(`learn/${part}`);
      await shown(page);
      await check(page, part);
    }
  });

  for (const game of games) {
    test(`a table and a lesson of ${game}: ${name}`, async ({ visit }) => {
      const page = await visit(options);
      await page.goto('.');
      const { code } = await openTable(page, tables[game]);
      await page.goto(`t/${code}`);
      await shown(page);
      await check(page, 'table');
      await page.getByRole('button', { name: 'Chat' }).click();
      await check(page, 'chat');
      await page.goto(`learn/${game}`);
      await page.getByRole('button', { name: 'Start the lesson' }).click();
      await shown(page);
      const on = page.getByRole('region', { name: 'Lesson' }).getByRole('button', { name: /^(Go on|Skip)/, disabled: false });
      await on.click();
      await on.click();
      await check(page, 'lesson');
    });
  }

  test(`the ends of rounds and matches: ${name}`, async ({ visit }) => {
    const page = await visit(options);
    await page.goto('.');
    // Whether somebody may call koi-koi in a match is luck: another one is begun until it happens.
    let code = '';
    for (let tries = 0, phase = ''; phase !== 'playing' && tries < 20; tries++) {
      code = (await openTable(page, tables.koikoi)).code;
      phase = (await play(page, code, (scene) => (actions(scene).includes('stop') ? null : (actions(scene)[0] ?? null)))).phase;
    }
    await page.goto(`t/${code}`);
    const choice = page.getByRole('group', { name: 'Koi-koi or stop?' });
    await expect(choice).toBeVisible();
    await check(page, 'decision');
    await choice.getByRole('button', { name: /^Stop/ }).click();
    await expect(page.getByRole('group', { name: 'The round is over' })).toBeVisible();
    await check(page, 'result');
    await page.goto('.');
    await play(page, code, (scene) => actions(scene)[0] ?? null);
    await page.goto(`t/${code}`);
    await expect(page.getByRole('region', { name: 'The match is over' })).toBeVisible();
    await check(page, 'end of the match');
  });
}
