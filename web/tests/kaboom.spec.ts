// Kaboom, played by pages that press only what a person can press.
import type { Locator, Page } from '@playwright/test';
import { expect, test, type Visit } from './house';
import { beside, cut, small, under } from './look';
import { openTable } from './play';
import { actions as legal, play as playAll } from './played';

const actions = (page: Page) => page.getByRole('region', { name: 'Actions' });
/** A button that can be pressed now. */
const able = (page: Page, name: string) => actions(page).getByRole('button', { name, exact: true, disabled: false });
const own = (page: Page) => page.getByRole('group', { name: 'Your cards' });
const mine = (page: Page, n: number) => own(page).getByRole('button', { name: `your card ${n},` });
const discard = (page: Page) => page.getByRole('region', { name: 'Piles' }).getByRole('button', { name: /^Discard/ });
const over = (page: Page) => page.getByRole('region', { name: 'The match is over' });
const top = async (page: Page) => (await discard(page).getAttribute('data-card')) ?? '';
const rank = (card: string) => (card.startsWith('joker') ? 'joker' : card.slice(0, -1));

/** A match is over by then, also where bots think slowly. */
const PATIENCE = 180_000;

/** How many cards each seat has, your own first: as the page shows it. */
const counts = (page: Page) =>
  page.locator('[data-side]').evaluateAll((hands) =>
    hands
      .sort((a, b) => Number((b as HTMLElement).dataset.side === 'own') - Number((a as HTMLElement).dataset.side === 'own'))
      .map((hand) => hand.querySelectorAll('[data-key^="at-"]').length),
  );

/** Two people at one table, their cards dealt. */
async function pair(visit: Visit, form: Record<string, unknown> = {}, options = {}): Promise<[Page, Page]> {
  const [ada, ben] = [await visit(options), await visit(options)];
  await ada.goto('.');
  const { code } = await openTable(ada, { game: 'kaboom', preset: 'short', seats: ['me', 'open'], window: 60_000, ...form });
  await ada.goto(`t/${code}`);
  await ben.goto(`t/${code}`);
  await ben.getByRole('button', { name: 'Sit down' }).first().click();
  for (const page of [ada, ben]) await expect(able(page, 'Ready')).toBeVisible();
  return [ada, ben];
}

/** What the buttons offer now, and whether a card is asked for: one with a ring. */
const offers = (page: Page) =>
  page.evaluate(() => ({
    over: document.querySelector('section.over') !== null,
    buttons: [...document.querySelectorAll<HTMLElement>('.acts button:not([aria-disabled="true"])')].map((button) => button.innerText.trim()),
    target: document.querySelector('main button.tgt') !== null,
    asked: document.querySelector('main .bring.asked') !== null,
  }));

/** Does one thing, if there is anything to do; answers whether the match is over. `bold` calls Kaboom as soon as it may. */
async function play(page: Page, bold: boolean): Promise<boolean> {
  const { over, buttons, target, asked } = await offers(page);
  // What has gone away meanwhile is not pressed.
  const press = (button: Locator) => button.click({ timeout: 1500 }).catch(() => {});
  if (over) return true;
  if (buttons.includes('Call Kaboom')) await press(able(page, 'Call Kaboom'));
  else if (buttons.includes('Kaboom') && bold) await press(able(page, 'Kaboom'));
  else if (target) await press(page.locator('main button.tgt').first());
  else if (asked) await press(page.locator('main .bring.asked').first());
  else if (buttons.includes('Use it')) await press(able(page, 'Use it'));
  else if (buttons.includes('Look')) await press(able(page, 'Look'));
  else {
    const first = buttons.find((name) => !['Take', 'Kaboom', 'Put back', 'Not yet'].includes(name));
    if (first) await press(able(page, first));
    else await page.waitForTimeout(50);
  }
  return false;
}

test('two people play a match to its end', async ({ visit }) => {
  const [ada, ben] = await pair(visit);
  // The first turns: Ada takes the first discard, Ben draws and keeps.
  for (const page of [ada, ben]) {
    await able(page, 'Look').click();
    await able(page, 'Ready').click();
  }
  await expect(able(ada, 'Draw')).toBeVisible();
  const taken = await top(ada);
  await discard(ada).click();
  await expect(ada.getByText('Take it for which card?')).toBeVisible();
  await mine(ada, 2).click();
  await expect(discard(ada)).toHaveAttribute('aria-label', /^Discard 2:/);
  await expect(discard(ben)).toHaveAttribute('aria-label', /^Discard 2:/);
  expect(await top(ada)).not.toBe(taken);
  for (let steps = 0, until = Date.now() + PATIENCE; Date.now() < until; steps++) {
    const ends = [await play(ada, steps > 8), await play(ben, steps > 8)];
    if (ends.every((end) => end)) break;
  }
  for (const page of [ada, ben]) {
    await expect(over(page)).toBeVisible();
    // All cards lie open in the end.
    await expect(page.locator('[data-side] [data-card="back"]')).toHaveCount(0);
    // And who has won is told beside one's own.
    const [slip, cards] = [await over(page).boundingBox(), await own(page).boundingBox()];
    expect(slip!.y + slip!.height).toBeLessThanOrEqual(cards!.y);
  }
  // The result can be lifted to look at them, and the focus goes with it.
  await over(ada).getByRole('button', { name: 'Look at the table' }).press('Enter');
  await expect(over(ada)).toBeHidden();
  await ada.getByRole('button', { name: 'Back to the result' }).and(ada.locator(':focus')).press('Enter');
  await expect(over(ada).getByRole('button', { name: 'Look at the table' })).toBeFocused();
});

test('what is offered follows what is shown: no round begins before the last one was seen', async ({ visit }) => {
  const page = await visit();
  await page.goto('.');
  const { code } = await openTable(page, { game: 'kaboom', rules: { preset: 'short', rounds: 2 }, seats: ['me', { bot: 'beginner' }] });
  await page.goto(`t/${code}`);
  await able(page, 'Ready').click();
  await able(page, 'Kaboom').click();
  // From now on, whenever anything changes: are the cards of the next round asked for while those of the last one lie open?
  await page.locator('main').evaluate((table) => {
    const early = () => /The round is over/.test((table as HTMLElement).innerText) && [...table.querySelectorAll<HTMLElement>('.acts button')].some((button) => button.innerText.trim() === 'Ready');
    new MutationObserver(() => early() && (document.body.dataset.early = '')).observe(table, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  await able(page, 'Call Kaboom').click();
  await expect(page.getByRole('main').getByText('The round is over')).toBeVisible();
  await expect(able(page, 'Ready')).toBeVisible();
  await expect(page.locator('body[data-early]')).toHaveCount(0);
  // What the first round has brought is still to be seen, under its own number.
  await expect(page.getByRole('heading', { name: 'Round 1 of 2' })).toBeVisible();
});

test('keys alone are enough', async ({ visit }) => {
  const page = await visit({ reducedMotion: 'reduce' });
  await page.goto('.');
  const { code } = await openTable(page, { game: 'kaboom', preset: 'short', seats: ['me', { bot: 'beginner' }] });
  await page.goto(`t/${code}`);
  await expect(able(page, 'Ready')).toBeVisible();
  await page.keyboard.press('l');
  await expect(own(page).locator('[data-card]:not([data-card="back"])')).toHaveCount(3);
  await page.keyboard.press('Space');
  let turns = 0;
  let flipped = false;
  for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
    const { over, buttons } = await offers(page);
    if (over) break;
    if (buttons.includes('Draw')) {
      turns += 1;
      if (!flipped) {
        // Kaboom says what follows before it is called, and can be put back.
        await page.keyboard.press('b');
        await expect(able(page, 'Call Kaboom')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(able(page, 'Call Kaboom')).toHaveCount(0);
        const before = (await counts(page))[0];
        await page.keyboard.press('f');
        await expect(page.getByText('Flip which card?')).toBeVisible();
        await page.keyboard.press('5');
        flipped = true;
        await expect.poll(async () => (await counts(page))[0]).not.toBe(before);
      } else if (turns > 3 && buttons.includes('Kaboom')) {
        await page.keyboard.press('b');
        await page.keyboard.press('b');
      } else if (turns === 2) {
        await page.keyboard.press('t');
        await page.keyboard.press('1');
      } else await page.keyboard.press('d');
    } else if (buttons.includes('Give none') || buttons.includes('Leave it')) await page.keyboard.press('n');
    else if (buttons.includes('Discard')) await page.keyboard.press('x');
    await page.waitForTimeout(50);
  }
  expect(flipped).toBe(true);
  await expect(over(page)).toBeVisible();
});

test('a phone has room for everything', async ({ visit }) => {
  const page = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true, hurried: true });
  await page.goto('.');
  const { code } = await openTable(page, { game: 'kaboom', preset: 'short', seats: ['me', ...Array(3).fill({ bot: 'beginner' })] });
  await page.goto(`t/${code}`);
  await expect(able(page, 'Ready')).toBeVisible();
  await expect.poll(() => beside(page)).toBeLessThanOrEqual(0);
  // Small cards are no targets: a press on somebody's cards brings them near.
  const near = page.getByRole('button', { name: /^Bring the cards of/ });
  await expect(near).toHaveCount(3);
  await near.first().tap();
  const cards = page.getByRole('group', { name: /^Cards of/ }).getByRole('button');
  await expect(cards).toHaveCount(6);
  for (const box of await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON() as DOMRect))) {
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('button', { name: 'Back to all' }).tap();
  for (let steps = 0, until = Date.now() + PATIENCE; Date.now() < until; steps++) {
    if (await play(page, steps > 8)) break;
    await expect.poll(() => beside(page)).toBeLessThanOrEqual(0);
  }
  await expect(over(page)).toBeVisible();
});

const everybody = (page: Page) => page.locator('[data-side] [data-card]');
const bots = (others: number) => Array(others).fill({ bot: 'beginner' });
const phones = [[390, 844], [360, 740]] as const;

for (const others of [1, 2, 3, 5]) {
  test(`the end of a match with ${others + 1} at a phone lies on nobody's cards`, async ({ visit }) => {
    const page = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.goto('.');
    const { code } = await openTable(page, { game: 'kaboom', rules: { preset: 'short', rounds: 1 }, seats: ['me', ...bots(others)] });
    await playAll(page, code, (scene) => legal(scene).find((action) => action === 'kaboom') ?? legal(scene)[0] ?? null);
    await page.goto(`t/${code}`);
    await expect(over(page)).toBeVisible();
    await expect(page.locator('[data-side] [data-card="back"]')).toHaveCount(0);
    for (const [width, height] of phones) {
      await page.setViewportSize({ width, height });
      const at = `at ${width} x ${height}`;
      await expect.poll(() => under(everybody(page), over(page)), at).toEqual([]);
      await expect.poll(() => beside(page), at).toBeLessThanOrEqual(0);
      await expect.poll(() => small(page), at).toEqual([]);
      await expect.poll(() => cut(page.locator('.plate .nm')), at).toEqual([]);
      // Whatever does not fit can be scrolled to.
      for (const part of [over(page).getByRole('heading'), ...(await over(page).getByRole('button').all()), own(page)]) await part.click({ trial: true });
    }
    // On its side there is no room beside the cards, but the whole of it can be reached.
    await page.setViewportSize({ width: 740, height: 360 });
    for (const part of [over(page).getByRole('heading'), over(page).getByRole('button', { name: 'Front page' })]) await part.click({ trial: true });
  });
}

test("what a round has brought lies on nobody's open cards on a phone", async ({ visit }) => {
  const page = await visit({ viewport: { width: 390, height: 844 }, hasTouch: true });
  // Cards lie open between two rounds for as long as this test looks at them.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    window.setTimeout = ((what: TimerHandler, pause = 0, ...rest: unknown[]) => later(what, pause > 2000 && pause < 3000 ? 600_000 : pause, ...rest)) as typeof window.setTimeout;
  });
  await page.goto('.');
  const { code } = await openTable(page, { game: 'kaboom', rules: { preset: 'short', rounds: 2 }, seats: ['me', ...bots(3)] });
  await page.goto(`t/${code}`);
  await able(page, 'Ready').click();
  await able(page, 'Kaboom').click();
  await able(page, 'Call Kaboom').click();
  const slip = page.getByRole('complementary').filter({ hasText: 'Round 1 of 2' });
  await expect(slip).toBeVisible({ timeout: 120_000 });
  await expect(page.locator('[data-side] [data-card="back"]')).toHaveCount(0);
  for (const [width, height] of phones) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => under(everybody(page), slip), `at ${width} x ${height}`).toEqual([]);
  }
});

test('flips race, and both tables agree', async ({ visit }) => {
  const [ada, ben] = await pair(visit, { rules: { preset: 'short', turn_limit: 60 }, preset: undefined }, { reducedMotion: 'reduce' });
  const known = new Map<Page, string[]>();
  for (const page of [ada, ben]) {
    await able(page, 'Look').click();
    const up = own(page).locator('[data-card]:not([data-card="back"])');
    await expect(up).toHaveCount(3);
    known.set(page, await up.evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card as string)));
  }
  for (const page of [ada, ben]) await able(page, 'Ready').click();
  await expect(discard(ada)).toBeVisible();
  const pages = [ada, ben];
  // Cards are drawn and discarded until one comes that somebody has: then both flip at once, the other one blindly.
  for (let turn = 0; turn < 100; turn++) {
    const mover = pages[turn % 2] as Page;
    await expect(able(mover, 'Draw')).toBeVisible();
    // Each turn discards one card. What may be done is known a moment before it is shown.
    for (const page of pages) await expect(discard(page)).toHaveAttribute('aria-label', new RegExp(`^Discard ${turn + 1}:`));
    const wanted = rank(await top(mover));
    const flipper = pages.find((page) => known.get(page)?.some((card) => rank(card) === wanted));
    if (flipper) {
      const other = pages.find((page) => page !== flipper) as Page;
      const slot = 4 + (known.get(flipper)?.findIndex((card) => rank(card) === wanted) ?? 0);
      const before = JSON.stringify(await counts(flipper));
      // Whoever is later may press a card that is shut by then, which no press waits for.
      const force = true;
      await Promise.all([mine(flipper, slot).dblclick({ force }), mine(other, 1).dblclick({ force })]);
      // One of them is first: who knows the card is rid of it, and who does not takes another, unless it is lucky.
      await expect.poll(async () => JSON.stringify(await counts(flipper))).not.toBe(before);
      // The other was judged, or came too late and lost nothing, or saw in time that there was nothing to be had any more.
      await expect.poll(async () => JSON.stringify(await counts(flipper)) === JSON.stringify((await counts(other)).toReversed())).toBe(true);
      await expect.poll(async () => (await top(flipper)) === (await top(other))).toBe(true);
      return;
    }
    await able(mover, 'Draw').click();
    await able(mover, 'Discard').click();
  }
  throw new Error('nobody could flip in a hundred turns');
});

test('a flip that comes too late costs nothing', async ({ visit }) => {
  const [ada, ben] = [await visit(), await visit()];
  // What the server says to Ben can be held back, as a slow line does.
  let slow = false;
  const held: (() => void)[] = [];
  await ben.routeWebSocket(/api\/v1\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => (slow ? held.push(() => socket.send(message)) : socket.send(message)));
  });
  await ada.goto('.');
  const { code } = await openTable(ada, { game: 'kaboom', preset: 'short', seats: ['me', 'open'], window: 60_000 });
  await ada.goto(`t/${code}`);
  await ben.goto(`t/${code}`);
  await ben.getByRole('button', { name: 'Sit down' }).first().click();
  for (const page of [ada, ben]) await able(page, 'Ready').click();
  await expect(able(ada, 'Draw')).toBeVisible();
  await expect(discard(ben)).toHaveAttribute('aria-label', /^Discard 1:/);
  slow = true;
  await able(ada, 'Draw').click();
  await able(ada, 'Discard').click();
  await expect(discard(ada)).toHaveAttribute('aria-label', /^Discard 2:/);
  await mine(ben, 5).dblclick();
  // It is lifted at once, and waits.
  await expect(own(ben).locator('.sent')).toHaveCount(1);
  slow = false;
  for (const tell of held) tell();
  await expect(own(ben).getByText('Too late, no harm')).toBeVisible();
  await expect(discard(ben)).toHaveAttribute('aria-label', /^Discard 2:/);
  expect(await counts(ben)).toEqual([6, 6]);
  await expect(own(ben).locator('.sent')).toHaveCount(0);
});

test('what was seen turns back, and is nowhere in the page', async ({ visit }) => {
  const [ada, ben] = await pair(visit);
  await able(ada, 'Look').click();
  const up = own(ada).locator('[data-card]:not([data-card="back"])');
  await expect(up).toHaveCount(3);
  const cards = await up.evaluateAll((all) => all.map((card) => ({ code: (card as HTMLElement).dataset.card as string, name: (card.getAttribute('aria-label') ?? '').split(': ')[1] as string })));
  // Ben sees that she looks, and at what, not the cards.
  await expect(ben.locator('.eye')).toHaveCount(3);
  for (const { code, name } of cards) {
    expect(await ben.content()).not.toContain(`data-card="${code}"`);
    expect(await ben.content()).not.toContain(name);
  }
  await expect(up).toHaveCount(0);
  await expect(ada.locator('.eye')).toHaveCount(0);
  await expect(ben.locator('.eye')).toHaveCount(0);
  const html = await ada.content();
  for (const { code, name } of cards) {
    expect(html).not.toContain(`data-card="${code}"`);
    expect(html).not.toContain(name);
  }
});

test('a card is dragged onto the discard to flip it', async ({ visit }) => {
  const [ada, ben] = await pair(visit, {}, { reducedMotion: 'reduce' });
  for (const page of [ada, ben]) await able(page, 'Ready').click();
  await expect(able(ada, 'Draw')).toBeVisible();
  // It is not Ben's turn: whoever is first flips. Cards that nobody has seen are mostly wrong, and then cost one more.
  const [from, to] = [await mine(ben, 2).boundingBox(), await discard(ben).boundingBox()];
  if (!from || !to) throw new Error('nothing to drag');
  await ben.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await ben.mouse.down();
  await ben.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await ben.mouse.up();
  await expect.poll(async () => (await counts(ben))[0]).not.toBe(6);
  await expect.poll(async () => JSON.stringify(await counts(ada)) === JSON.stringify((await counts(ben)).toReversed())).toBe(true);
});

test('a table with the memory aid writes down what its player has seen, and only that', async ({ visit }) => {
  const [ada, ben] = await pair(visit, { rules: { preset: 'short', memory_aid: true }, preset: undefined }, { reducedMotion: 'reduce' });
  await able(ada, 'Look').click();
  const up = own(ada).locator('[data-card]:not([data-card="back"])');
  await expect(up).toHaveCount(3);
  const seen = await up.evaluateAll((all) => all.map((card) => (card.getAttribute('aria-label') ?? '').split(': ')[1] as string));
  for (const page of [ada, ben]) await able(page, 'Ready').click();
  await expect(up).toHaveCount(0);
  await expect(own(ada).locator('.known')).toHaveCount(3);
  for (const name of seen) await expect(own(ada).getByRole('button', { name: `face-down, you know it: ${name}` })).toHaveCount(1);
  await expect(ben.locator('.known')).toHaveCount(0);
});
