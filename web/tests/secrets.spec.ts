// What a seat may not know is nowhere in its page: not in what the socket sent, not in the document, not in its storage.
import type { Page } from '@playwright/test';
import { frames, openTable } from './play';
import { expect, test } from './house';

/** The cards that a player holds, as its own page shows them. */
const hand = (page: Page) =>
  page.getByRole('group', { name: 'Your hand' }).locator('[data-card]').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card as string));

/** All cards that lie face-up somewhere in the page; ghosts show what could be, not what is. */
const visible = (page: Page) =>
  page.locator('[data-card]:not(.ghost):not(.ghost *)').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card as string));

const storage = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));

// The deals of Kierki are written like cards where south leads: 3S. These are not. Nobody draws for who deals first in Koi-Koi: those
// cards are shown to all, and may be dealt afterwards.
for (const { game, rules, seats } of [
  { game: 'koikoi', rules: { preset: 'months', first_dealer: 'seat-0' }, seats: ['me', 'open'] },
  { game: 'kierki', rules: { preset: 'seven', deals: ['1N', '2E'] }, seats: ['me', 'open', { bot: 'casual' }, { bot: 'casual' }] },
] as const) {
  test(`a hand of ${game} is nowhere in the other player's page`, async ({ visit }) => {
    const [ada, ben, eve] = [await visit(), await visit(), await visit()];
    const heard = { ada: frames(ada), ben: frames(ben), eve: frames(eve) };
    for (const page of [ada, ben, eve]) await page.goto('.');
    const { code } = await openTable(ada, { game, rules, seats, spectators: true });
    await ada.goto(`t/${code}`);
    await ben.goto(`t/${code}`);
    await ben.getByRole('button', { name: 'Sit down' }).first().click();
    await expect(ben.getByRole('group', { name: 'Your hand' })).toBeVisible();
    await expect(ada.getByRole('group', { name: 'Your hand' })).toBeVisible();
    await eve.goto(`t/${code}`);
    await expect(eve.getByText('You are watching')).toBeVisible();

    const hands = { ada: await hand(ada), ben: await hand(ben) };
    expect(hands.ada.length).toBeGreaterThan(6);
    expect(hands.ben.length).toBeGreaterThan(6);
    for (const [page, text, hidden] of [
      [ada, heard.ada, hands.ben],
      [ben, heard.ben, hands.ada],
      [eve, heard.eve, [...hands.ada, ...hands.ben]],
    ] as const) {
      const shown = await visible(page);
      const sent = text();
      const kept = await storage(page);
      expect(sent.length).toBeGreaterThan(500);
      for (const card of hidden) {
        expect(shown).not.toContain(card);
        expect(sent).not.toContain(`"${card}"`);
        expect(kept).not.toContain(`"${card}"`);
      }
    }
    // Tokens are secrets too: no page has anything of another's, and none is in an address.
    const token = await ada.evaluate(() => (JSON.parse(localStorage.getItem('tefuda-player') ?? '{}') as { token: string }).token);
    expect(heard.ben() + (await ben.content())).not.toContain(token);
    expect(ada.url() + (await ada.content())).not.toContain(token);
  });
}
