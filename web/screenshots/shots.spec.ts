// Pictures of every screen. Moments of a match are reached by playing until they come, before the page looks at the table.
import type { Page } from '@playwright/test';
import type { KaboomView, KierkiView, KoikoiView, Scene } from '../src/protocol/types';
import { expect, test } from '../tests/house';
import { openTable } from '../tests/play';
import { actions, play, type Steer } from '../tests/played';
import { shoot } from './camera';

const bot = { bot: 'casual' };

/** Somebody with a name. */
async function guest(page: Page, name: string): Promise<void> {
  await page.goto('.');
  await page.evaluate(async (name) => {
    const answer = await fetch('api/v1/guests', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name }) });
    const { player, token } = (await answer.json()) as { player: object; token: string };
    localStorage.setItem('tefuda-player', JSON.stringify({ ...player, token }));
  }, name);
}

/** Plays at tables like this until the moment has come, and tells where. */
async function until(page: Page, form: Record<string, unknown>, steer: Steer): Promise<{ code: string; scene: Scene }> {
  for (let tries = 0; tries < 20; tries++) {
    const { code } = await openTable(page, form);
    const scene = await play(page, code, steer);
    if (scene.phase === 'playing') return { code, scene };
  }
  throw new Error('the moment never came');
}

const month = (card: string) => Number.parseInt(card, 10);

/** A card that takes something, the best first; else whatever can be done. */
function capture(scene: Scene): string | null {
  const { field } = scene.view as KoikoiView;
  const all = actions(scene);
  const worth = (action: string) => {
    const card = action.split(' ')[1] ?? '';
    const takes = action.startsWith('choose') || field.some((other) => month(other) === month(card));
    return (takes ? 10 : 0) + (card.includes('plain') ? 0 : 1);
  };
  return all.sort((a, b) => worth(b) - worth(a))[0] ?? null;
}

test('koikoi', async ({ visit }) => {
  const page = await visit();
  await guest(page, 'Aiko');
  const form = { game: 'koikoi', preset: 'quick', seats: ['me', bot] };

  const midst = await until(page, form, (scene) => {
    const { hand, piles, field } = scene.view as KoikoiView;
    const may = actions(scene).some((action) => action.startsWith('play') && field.some((card) => month(card) === month(action.split(' ')[1] ?? '')));
    return hand.length === 5 && may && piles.every((pile) => pile.length >= 4) ? null : capture(scene);
  });
  await page.goto(`t/${midst.code}`);
  await expect(page.getByText('Your turn').first()).toBeVisible();
  await shoot(page, 'koikoi');

  await page.goto('.');
  const choice = await until(page, form, (scene) => (actions(scene).includes('stop') && (scene.view as KoikoiView).round < 3 ? null : capture(scene)));
  await page.goto(`t/${choice.code}`);
  await expect(page.getByRole('group', { name: 'Koi-koi or stop?' })).toBeVisible();
  await shoot(page, 'koikoi-decision');
  await page.getByRole('group', { name: 'Koi-koi or stop?' }).getByRole('button', { name: /^Stop/ }).click();
  await expect(page.getByRole('group', { name: 'The round is over' })).toBeVisible();
  await shoot(page, 'koikoi-result');

  await page.goto('.');
  const { match } = await play(page, choice.code, capture);
  await page.goto(`t/${choice.code}`);
  await expect(page.getByRole('region', { name: 'The match is over' })).toBeVisible();
  await shoot(page, 'koikoi-over');
  await page.goto(`replay/${match}#12`);
  await expect(page.getByRole('region', { name: 'Walk through the match' })).toBeVisible();
  await shoot(page, 'replay');
  await page.goto(`player/${await page.evaluate(() => (JSON.parse(localStorage.getItem('tefuda-player') ?? '{}') as { id: string }).id)}`);
  await expect(page.getByRole('heading', { name: 'Aiko' })).toBeVisible();
  await shoot(page, 'player');
});

test('kierki', async ({ visit }) => {
  const page = await visit();
  await guest(page, 'Kasia');
  const first = (scene: Scene) => actions(scene)[0] ?? null;
  const { code } = await until(page, { game: 'kierki', rules: { preset: 'seven', deals: ['1N', '2N', '3E', '5S', '7W'] }, seats: ['me', bot, bot, bot] }, (scene) => {
    const { hand, tricks } = scene.view as KierkiView;
    return hand.length <= 9 && (tricks.at(-1)?.cards.length ?? 0) % 4 >= 2 ? null : first(scene);
  });
  await page.goto(`t/${code}`);
  await expect(page.getByText('Your turn').first()).toBeVisible();
  await shoot(page, 'kierki');
  await page.goto('.');
  // The second deal waits for us to lead, with the result of the first beside it.
  await play(page, code, (scene) => ((scene.view as KierkiView).hand.length === 1 ? null : first(scene)));
  await page.goto(`t/${code}`);
  const card = page.getByRole('group', { name: 'Your hand' }).getByRole('button');
  await card.dblclick();
  await expect(page.locator('.result')).toBeVisible();
  await shoot(page, 'kierki-result');
});

test('kaboom', async ({ visit }) => {
  const page = await visit();
  await guest(page, 'Tom');
  const prefer = (scene: Scene, ...wanted: string[]) => wanted.find((action) => actions(scene).includes(action)) ?? actions(scene)[0] ?? null;
  const { code } = await until(page, { game: 'kaboom', preset: 'short', seats: ['me', bot, bot, bot] }, (scene) => {
    const { turn_number: turn } = scene.view as KaboomView;
    return turn > 4 && actions(scene).includes('use') ? null : prefer(scene, 'look', 'ready', 'draw', 'discard', 'decline');
  });
  await page.goto(`t/${code}`);
  await expect(page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Use it' })).toBeVisible();
  await shoot(page, 'kaboom');
  await page.goto('.');
  await play(page, code, (scene) => prefer(scene, 'look', 'ready', 'kaboom', 'draw', 'discard', 'decline'));
  await page.goto(`t/${code}`);
  await expect(page.getByRole('region', { name: 'The match is over' })).toBeVisible();
  await shoot(page, 'kaboom-over');
});

test('lessons', async ({ visit }) => {
  const page = await visit();
  for (const game of ['koikoi', 'kierki', 'kaboom']) {
    await page.goto(`learn/${game}`);
    if (game === 'koikoi') await shoot(page, 'learn');
    await page.getByRole('button', { name: 'Start the lesson' }).click();
    // Some steps on, and where something is asked for: it has a frame.
    const on = page.getByRole('region', { name: 'Lesson' }).getByRole('button', { name: /^(Go on|Skip)/, disabled: false });
    for (let step = 0; step < 10; step++) {
      await on.waitFor();
      if (step > 1 && (await page.locator('.frame').isVisible())) break;
      await on.click();
      await page.waitForTimeout(300);
    }
    await expect(page.locator('.frame')).toBeVisible();
    await shoot(page, `lesson-${game}`);
  }
});

test('pages', async ({ visit }) => {
  const page = await visit();
  await guest(page, 'Aiko');
  // Something for the lists: a table of one's own, and others that wait for somebody.
  const other = await visit();
  await guest(other, 'Kasia');
  for (const form of [{ game: 'kierki', preset: 'seven', seats: ['me', 'open', bot, bot] }, { game: 'kaboom', preset: 'standard', seats: ['me', 'open', 'open'] }]) await openTable(other, { ...form, visibility: 'public' });
  const { code } = await openTable(page, { game: 'koikoi', preset: 'months', seats: ['me', 'open'] });
  await page.goto(`t/${code}`);
  await expect(page.getByText(code)).toBeVisible();
  await shoot(page, 'waiting');
  await page.goto('.');
  await expect(page.getByText('Kasia').first()).toBeVisible();
  await shoot(page, 'home', true);
  await page.getByRole('article', { name: 'Koi-Koi' }).getByRole('button', { name: 'House rules' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, 'house-rules');
});

test('texts', async ({ visit }) => {
  const page = await visit();
  await guest(page, 'Aiko');
  for (const [name, path] of Object.entries({ cards: 'learn/koikoi/cards', yaku: 'learn/koikoi/yaku', deals: 'learn/kierki/deals', abilities: 'learn/kaboom/abilities', short: 'learn/koikoi/short', defuse: 'defuse', leaders: 'leaders/koikoi', settings: 'settings' })) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shoot(page, name);
  }
  await page.goto('defuse');
  await page.getByRole('button', { name: 'Begin the run' }).click();
  await expect(page.getByRole('timer', { name: 'Time to defuse' })).toBeVisible();
  await shoot(page, 'defuse-run');
});
