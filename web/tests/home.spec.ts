import type { Page } from '@playwright/test';
import { expect, test } from './house';
import { beside } from './look';
import { openTable } from './play';
import { actions, play, played } from './played';

const tile = (page: Page, game: string) => page.getByRole('article', { name: game });
const player = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('tefuda-player') ?? 'null') as { id: string; name: string } | null);
/** A person who has been here before. */
const known = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'choose one' }).click();
  await page.getByLabel('What others call you').fill('Ada');
  await page.getByRole('button', { name: 'That is my name' }).click();
  await expect(page.getByText('You play as Ada')).toBeVisible();
};

test('a first visit makes nobody a guest, and two clicks lead to cards', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  await expect(tile(page, 'Koi-Koi')).toContainText('12 rounds');
  await expect(page.getByRole('heading', { name: 'Open tables' })).toBeVisible();
  expect(await player(page)).toBeNull();
  await tile(page, 'Koi-Koi').getByRole('button', { name: 'Play a bot' }).click();
  await expect(page).toHaveURL(/\/t\/[0-9A-Z]{8}$/);
  expect(await player(page)).not.toBeNull();
});

test('the level is chosen by mouse or keys, and remembered', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  const kierki = tile(page, 'Kierki');
  await kierki.getByRole('button', { name: 'Level: Casual' }).click();
  await kierki.getByRole('radio', { name: 'Strong' }).click();
  await expect(kierki.getByRole('button', { name: 'Level: Strong' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(kierki.getByRole('radio')).toHaveCount(0);
  await page.reload();
  await expect(kierki.getByRole('button', { name: 'Level: Expert' })).toBeVisible();
});

test('house rules: a ruleset with a knob turned is the one that is played', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  const koikoi = tile(page, 'Koi-Koi');
  await koikoi.getByRole('button', { name: 'House rules' }).click();
  const sheet = page.getByRole('dialog', { name: 'House rules: Koi-Koi' });
  await sheet.getByRole('radio', { name: /^Quick/ }).click();
  await sheet.getByRole('spinbutton', { name: /^Rounds/ }).fill('99');
  await sheet.getByRole('spinbutton', { name: /^Rounds/ }).blur();
  await expect(sheet.getByRole('spinbutton', { name: /^Rounds/ })).toHaveValue('12');
  await sheet.getByRole('spinbutton', { name: /^Rounds/ }).fill('2');
  await sheet.getByRole('spinbutton', { name: /^Rounds/ }).blur();
  await expect(sheet.getByText('1 change', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('switch', { name: /^It counts for ratings/ })).toHaveAttribute('aria-disabled', 'true');
  await sheet.getByRole('button', { name: 'Keep and close' }).click();
  await expect(koikoi).toContainText('Quick, changed · 2 rounds');
  await koikoi.getByRole('button', { name: 'A friend' }).click();
  await expect(page.getByRole('heading', { name: 'A table is laid' })).toBeVisible();
  const code = new URL(page.url()).pathname.split('/').at(-1);
  const card = (await (await page.request.get(`/api/v1/tables/${code}`)).json()) as { preset: string | null; seats: unknown[] };
  expect(card.preset).toBeNull();
});

test('a friend opens the link, presses once, and the cards are dealt', async ({ visit }) => {
  const [host, friend] = [await visit(), await visit({ viewport: { width: 390, height: 844 } })];
  await host.goto('/');
  await tile(host, 'Koi-Koi').getByRole('button', { name: 'A friend' }).click();
  await expect(host.getByRole('img', { name: 'The link as a picture to scan' })).toBeVisible();
  const link = await host.getByRole('textbox', { name: 'Send this link to a friend' }).inputValue();
  expect(link).toBe(host.url());
  await friend.goto(link);
  await expect(friend.getByRole('heading', { name: /wants to play Koi-Koi with you/ })).toBeVisible();
  await expect.poll(() => beside(friend)).toBeLessThanOrEqual(0);
  await friend.getByRole('button', { name: 'Sit down' }).click();
  for (const page of [host, friend]) await expect(page.getByRole('list', { name: 'Seats' })).toBeHidden();
});

test('who leaves after a match has still played it, and is told of by name', async ({ visit }) => {
  const [host, friend] = [await visit({ reducedMotion: 'reduce' }), await visit({ reducedMotion: 'reduce' })];
  await host.goto('/');
  const { code } = await openTable(host, { game: 'koikoi', rules: { preset: 'quick', rounds: 1 }, seats: ['me', 'open'] });
  await friend.goto(`/t/${code}`);
  await friend.getByRole('button', { name: 'Sit down' }).click();
  await expect(friend.getByRole('group', { name: 'Your hand' })).toBeVisible();
  await Promise.all([host, friend].map((page) => play(page, code, (scene) => actions(scene)[0] ?? null)));
  for (const page of [host, friend]) await page.goto(`/t/${code}`);
  const name = (await player(friend))?.name as string;
  const end = host.getByRole('region', { name: 'The match is over' });
  await expect(end.getByText(name, { exact: true })).toBeVisible();
  const door = (page: Page) => page.getByRole('button', { name: 'Leave the table' });
  await door(friend).click();
  await friend.getByRole('dialog').getByRole('button', { name: 'Leave the table' }).click();
  await expect(end.getByRole('list', { name: 'Seats' }).getByText('Open seat')).toBeVisible();
  await expect(end.getByText(name, { exact: true })).toBeVisible();
  await door(host).click();
  await expect(host.getByRole('dialog').getByText(`${name} has left.`)).toBeVisible();
});

test('a table without onlookers still shows its seats to who has the link', async ({ visit }) => {
  const [host, friend] = [await visit(), await visit()];
  await host.goto('/');
  await tile(host, 'Kaboom').getByRole('button', { name: 'House rules' }).click();
  const sheet = host.getByRole('dialog');
  await sheet.getByRole('radio', { name: '4', exact: true }).check({ force: true });
  await sheet.getByRole('switch', { name: /^Others may watch/ }).uncheck();
  await sheet.getByRole('button', { name: 'Open the table' }).click();
  await expect(host.getByRole('list', { name: 'Seats' }).getByRole('listitem')).toHaveCount(4);
  // The owner lets a bot sit, and sends it away again.
  await host.getByRole('button', { name: 'Let a bot sit at seat 4' }).click();
  await host.getByRole('button', { name: /^Send Bot/ }).click();
  await host.getByRole('button', { name: 'Let a bot sit at seat 4' }).click();
  await host.getByRole('button', { name: 'Let a bot sit at seat 2' }).click();
  await expect(host.getByRole('button', { name: /^Send Bot/ })).toHaveCount(2);
  await friend.goto(host.url());
  await friend.getByRole('button', { name: 'Sit down' }).click();
  for (const page of [host, friend]) await expect(page.getByRole('list', { name: 'Seats' })).toBeHidden();
  const late = await visit();
  await late.goto(host.url());
  await expect(late.getByText('this table is not open to onlookers')).toBeVisible();
});

test('a public table is found in the list, and one press takes the seat', async ({ visit }) => {
  const [host, other] = [await visit(), await visit()];
  await known(host);
  await known(other);
  await tile(host, 'Koi-Koi').getByRole('button', { name: 'House rules' }).click();
  await host.getByRole('switch', { name: /^Anyone may find/ }).check();
  await host.getByRole('button', { name: 'Open the table' }).click();
  await expect(host.getByRole('heading', { name: 'A table is laid' })).toBeVisible();
  const code = new URL(host.url()).pathname.split('/').at(-1);
  await other.getByRole('group', { name: 'Show tables of' }).getByRole('button', { name: 'Kierki' }).click();
  await expect(other.locator(`a[href^="t/${code}"]`)).toHaveCount(0);
  await other.getByRole('group', { name: 'Show tables of' }).getByRole('button', { name: 'Koi-Koi' }).click();
  await other.locator(`a[href^="t/${code}"]`).click();
  await expect(host.getByRole('list', { name: 'Seats' })).toBeHidden();
  // Whoever comes back finds the table on top.
  await other.goto('/');
  await expect(other.getByRole('region', { name: 'Your tables' }).getByRole('link', { name: /Koi-Koi with Ada/ })).toHaveAttribute('href', `t/${code}`);
});

test('a quick match waits, can be left, and is found again', async ({ visit }) => {
  const [one, two] = [await visit(), await visit()];
  await one.goto('/');
  await two.goto('/');
  await tile(one, 'Kaboom').getByRole('button', { name: 'Quick match' }).click();
  await expect(one.getByText('Looking for a player')).toBeVisible();
  await tile(one, 'Kaboom').getByRole('button', { name: 'Cancel' }).click();
  await expect(tile(one, 'Kaboom').getByRole('button', { name: 'Quick match' })).toBeFocused();
  await tile(one, 'Kaboom').getByRole('button', { name: 'Quick match' }).click();
  await expect(one.getByText('Looking for a player')).toBeVisible();
  // The ticket is the player's, not the page's.
  await one.reload();
  await expect(one.getByText('Looking for a player')).toBeVisible();
  await tile(two, 'Kaboom').getByRole('button', { name: 'Quick match' }).click();
  await expect(one).toHaveURL(/\/t\//);
  await expect(two).toHaveURL(/\/t\//);
});

test('a quick match is looked after although the house does not answer for a moment', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  let asked = 0;
  await page.route('**/api/v1/queue*', (route) => (route.request().method() === 'GET' && asked++ === 0 ? route.abort() : route.continue()));
  await tile(page, 'Kierki').getByRole('button', { name: 'Quick match' }).click();
  await expect(page.getByText('Looking for a player')).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThan(1);
  await tile(page, 'Kierki').getByRole('button', { name: 'Cancel' }).click();
  await expect(tile(page, 'Kierki').getByRole('button', { name: 'Quick match' })).toBeVisible();
});

test('codes lead to tables, and wrong ones say so', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  await page.getByLabel('Code of a table').fill('nonsense!');
  await page.getByRole('button', { name: 'To the table' }).click();
  await expect(page.getByRole('alert')).toHaveText('A code has eight letters and digits.');
  await page.getByLabel('Code of a table').fill('http://example.org/t/zzzzzzzz');
  await page.getByRole('button', { name: 'To the table' }).click();
  await expect(page).toHaveURL(/\/t\/ZZZZZZZZ$/);
  await expect(page.getByText('There is no such table')).toBeVisible();
  // Letters that look like digits are read as those, in an address too.
  await page.goto('/t/zzzzoil2');
  await expect(page.getByText('There is no such table')).toBeVisible();
  // What is no code at all is no table either.
  await page.goto('/t/nosuch');
  await expect(page.getByText('There is no such table')).toBeVisible();
  await page.goto('/');
  await page.getByLabel('Code of a table').fill('zzzz-oil2');
  await page.getByRole('button', { name: 'To the table' }).click();
  await expect(page).toHaveURL(/\/t\/ZZZZ0112$/);
  // An address that is none of the house leads nowhere, and back.
  await page.goto('/replay/%E0');
  await page.getByRole('link', { name: 'To the front page', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Sit down/ })).toBeVisible();
});

test('the page of a player: matches, another name, and another device', async ({ visit }) => {
  const page = await visit();
  await known(page);
  const match = await played(page, { game: 'koikoi', rules: { preset: 'quick', rounds: 1 }, seats: ['me', { bot: 'beginner' }] });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Your page' }).click();
  await expect(page.getByRole('heading', { name: 'Ada', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Look at it: Koi-Koi/ })).toHaveAttribute('href', `replay/${match}`);
  await page.getByRole('button', { name: 'change' }).click();
  await page.getByLabel('What others call you').fill('');
  await page.getByRole('button', { name: 'That is my name' }).click();
  await expect(page.getByRole('alert')).toContainText('A name has 1 to 24 letters.');
  await page.getByLabel('What others call you').fill('Ada L.');
  await page.getByRole('button', { name: 'That is my name' }).click();
  await expect(page.getByRole('heading', { name: 'Ada L.', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Make a phrase' }).click();
  const phrase = await page.locator('.phrase b').innerText();

  const device = await visit();
  await device.goto('/');
  await known(device);
  await device.getByRole('button', { name: 'Menu' }).click();
  await device.getByRole('link', { name: 'Your page' }).click();
  await device.getByLabel('Recovery phrase').fill('no such phrase at all ever');
  await device.getByRole('button', { name: 'Be that player' }).click();
  await expect(device.getByRole('alert')).toHaveText('Nobody has this phrase.');
  await device.getByLabel('Recovery phrase').fill(phrase);
  await device.getByRole('button', { name: 'Be that player' }).click();
  await expect(device.getByRole('heading', { name: 'Ada L.', exact: true })).toBeVisible();
  expect((await player(device))?.id).toBe((await player(page))?.id);

  // A code does the same, once.
  await page.getByRole('button', { name: 'Continue on another device' }).click();
  const code = await page.locator('[role=status] b').innerText();
  const third = await visit();
  await third.goto('/');
  await known(third);
  await third.getByRole('button', { name: 'Menu' }).click();
  await third.getByRole('link', { name: 'Your page' }).click();
  await third.getByLabel('Recovery phrase or code').fill(code.toLowerCase());
  await third.getByRole('button', { name: 'Be that player' }).click();
  await expect(third.getByRole('heading', { name: 'Ada L.', exact: true })).toBeVisible();
  await third.getByLabel('Recovery phrase or code').fill(code);
  await third.getByRole('button', { name: 'Be that player' }).click();
  await expect(third.getByRole('alert')).toContainText('This code is no good');
});

test('settings are kept', async ({ visit }) => {
  const page = await visit();
  await page.goto('/settings');
  await page.getByRole('switch', { name: /^Sound/ }).uncheck();
  await page.getByText('Night', { exact: true }).click();
  await page.getByRole('switch', { name: /^Four colours/ }).check();
  await page.reload();
  await expect(page.getByRole('switch', { name: /^Sound/ })).not.toBeChecked();
  await expect(page.getByRole('radio', { name: 'Night' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('whoever comes by a link is at the heading of the page, and hears its title', async ({ visit }) => {
  const page = await visit();
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Best players' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Best players' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Best players: Koi-Koi · Tefuda' })).toHaveCount(1);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /Sit down/ })).toBeFocused();
  // Tabs keep the focus; a lesson takes it, and gives it back to the page.
  await page.goto('/learn/koikoi');
  const cards = page.getByRole('navigation', { name: 'Parts' }).getByRole('link').nth(1);
  await cards.press('Enter');
  await expect(cards).toBeFocused();
  await page.goto('/learn/kaboom');
  await page.getByRole('button', { name: 'Start the lesson' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Lesson/ })).toBeFocused();
});

test('everything fits, from phones to desks', async ({ visit }) => {
  const page = await visit();
  await known(page);
  const check = async (screen: string) => {
    for (const [width, height] of [[390, 844], [360, 740], [740, 360], [1440, 900]] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => beside(page), `${screen} at ${width} x ${height}`).toBeLessThanOrEqual(0);
    }
  };
  await check('front page');
  await tile(page, 'Koi-Koi').getByRole('button', { name: 'House rules' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('house rules');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByRole('heading', { name: 'A table is laid' })).toBeVisible();
  await check('waiting room');
  for (const path of ['/settings', '/leaders/kierki', '/defuse', `/player/${(await player(page))?.id}`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await check(path);
  }
});

for (const game of ['koikoi', 'kierki', 'kaboom'] as const) {
  test(`the keys of ${game} are listed`, async ({ visit }) => {
    const page = await visit();
    await page.goto('.');
    const bots = Array(game === 'kierki' ? 3 : 1).fill({ bot: 'beginner' });
    const { code } = await openTable(page, { game, preset: { koikoi: 'quick', kierki: 'seven', kaboom: 'short' }[game], seats: ['me', ...bots] });
    await page.goto(`t/${code}`);
    await expect(page.locator('main [data-card]:visible').first()).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
}
