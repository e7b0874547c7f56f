// What becomes of a match when the line to the house is cut, the page is loaded again, or another window takes over; and what those see who only look on.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Page, WebSocketRoute } from '@playwright/test';
import type { Notice, Request } from '../src/protocol/types';
import { frames, openTable } from './play';
import { expect, openHouse, test } from './house';

const bot = { bot: 'casual' };
const tables = {
  koikoi: { game: 'koikoi', preset: 'quick', seats: ['me', bot] },
  kierki: { game: 'kierki', preset: 'seven', seats: ['me', bot, bot, bot] },
  kaboom: { game: 'kaboom', preset: 'short', seats: ['me', bot] },
} as const;
const games = ['koikoi', 'kierki', 'kaboom'] as const;

/** A line that can be cut: whatever comes while it is cut is lost, and no new connection is made. */
async function line(page: Page): Promise<{ cut(): Promise<void>; mend(): void; sent: string[] }> {
  const sent: string[] = [];
  const open = new Set<WebSocketRoute>();
  let whole = true;
  await page.routeWebSocket(/\/api\/v1\/socket/, (socket) => {
    if (!whole) {
      void socket.close();
      return;
    }
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      sent.push(message.toString());
      server.send(message);
    });
    open.add(socket);
  });
  return {
    sent,
    mend: () => (whole = true),
    async cut() {
      whole = false;
      await Promise.all([...open].map((socket) => socket.close()));
      open.clear();
    },
  };
}

const felt = (page: Page) => page.locator('main [data-card]').first();
const cards = (page: Page) => page.locator('main [data-card]').evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset.card).sort());
/** The cards as soon as nothing happens any more: the table waits for us, and all is shown. */
async function atRest(page: Page): Promise<Awaited<ReturnType<typeof cards>>> {
  await expect(page).toHaveTitle(/^Your turn/);
  for (let before = await cards(page); ; ) {
    await page.waitForTimeout(1000);
    const now = await cards(page);
    if (now.join() === before.join()) return now;
    before = now;
  }
}
const lost = (page: Page) => page.getByText('We lost the line to the house');
const hand = (page: Page) => page.getByRole('group', { name: 'Your hand' }).getByRole('button');

for (const game of games) {
  test(`${game}: a line that is cut and mended loses nothing, and is told of after two seconds`, async ({ visit }) => {
    const page = await visit({ reducedMotion: 'reduce' });
    const wire = await line(page);
    await page.goto('.');
    const { code } = await openTable(page, tables[game]);
    await page.goto(`t/${code}`);
    await expect(felt(page)).toBeVisible();
    const before = await atRest(page);
    const since = Date.now();
    await wire.cut();
    await expect(lost(page)).toBeVisible();
    expect(Date.now() - since).toBeGreaterThan(1900);
    // The table stays readable meanwhile.
    expect(await cards(page)).toEqual(before);
    wire.mend();
    await expect(lost(page)).toBeHidden();
    const after = await atRest(page);
    await page.reload();
    await expect(felt(page)).toBeVisible();
    await expect.poll(() => cards(page)).toEqual(after);
  });

  test(`${game}: a second window takes over, and the first takes it back`, async ({ visit }) => {
    const first = await visit({ reducedMotion: 'reduce' });
    await first.goto('.');
    const { code } = await openTable(first, tables[game]);
    await first.goto(`t/${code}`);
    await expect(felt(first)).toBeVisible();
    const second = await first.context().newPage();
    await second.goto(`t/${code}`);
    await expect(felt(second)).toBeVisible();
    await first.getByRole('button', { name: 'Play here' }).click();
    await expect(felt(first)).toBeVisible();
    await expect(second.getByRole('button', { name: 'Play here' })).toBeVisible();
  });
}

test('a line of chat that is refused is told in the chat, and not as something that was played', async ({ visit }) => {
  const page = await visit({ reducedMotion: 'reduce' });
  await page.goto('.');
  const { code } = await openTable(page, tables.koikoi);
  await page.goto(`t/${code}`);
  await expect(felt(page)).toBeVisible();
  await page.getByRole('button', { name: 'Chat' }).click();
  const chat = page.getByRole('complementary', { name: 'Chat' });
  // A letter that turns the direction of writing could make others read something else.
  await chat.getByRole('textbox').fill('abc\u202Edef');
  await page.keyboard.press('Enter');
  const why = 'A line has 1 to 200 letters.';
  await expect(chat.getByRole('alert')).toHaveText(why);
  await expect(page.getByText(why)).toHaveCount(1);
  await chat.getByRole('textbox').fill('abc');
  await page.keyboard.press('Enter');
  await expect(chat.getByRole('alert')).toHaveCount(0);
  await expect(chat.getByRole('listitem')).toContainText('abc');
});

test('a card that is played while the line is cut is played once', async ({ visit }) => {
  const page = await visit({ reducedMotion: 'reduce' });
  const wire = await line(page);
  await page.goto('.');
  const { code } = await openTable(page, { game: 'kierki', rules: { preset: 'seven', deals: ['1N'] }, seats: tables.kierki.seats });
  await page.goto(`t/${code}`);
  await expect(hand(page)).toHaveCount(13);
  await expect(page.getByText('Your turn', { exact: true })).toBeVisible();
  await wire.cut();
  const corner = { position: { x: 12, y: 24 } };
  const card = hand(page).first();
  await card.click(corner);
  await card.click(corner);
  await expect(page.getByRole('button', { name: /, on its way$/ })).toBeVisible();
  wire.mend();
  // The others play, and it is our turn again: one card is gone, and the server has heard of it under one name.
  await expect(hand(page)).toHaveCount(12);
  await expect(page.getByText('Your turn', { exact: true })).toBeVisible();
  await expect(hand(page)).toHaveCount(12);
  const acts = wire.sent.map((text) => JSON.parse(text) as { type: string; id: string }).filter(({ type }) => type === 'act');
  expect(new Set(acts.map(({ id }) => id)).size).toBe(1);
});

test('kaboom: who only looks on is sent no card that lies face-down', async ({ visit }) => {
  const [ada, eve] = [await visit({ reducedMotion: 'reduce' }), await visit({ reducedMotion: 'reduce' })];
  const heard = frames(eve);
  for (const page of [ada, eve]) await page.goto('.');
  const { code } = await openTable(ada, { ...tables.kaboom, spectators: true });
  await ada.goto(`t/${code}`);
  await expect(felt(ada)).toBeVisible();
  await eve.goto(`t/${code}`);
  await expect(eve.getByText('You are watching')).toBeVisible();
  await expect(felt(eve)).toBeVisible();
  const snapshot = heard().split('\n').map((text) => JSON.parse(text)).find(({ type }) => type === 'snapshot') as { you: null; scene: { view: { hands: ({ card: string | null } | null)[][]; discard_pile: string[] } } };
  expect(snapshot.you).toBeNull();
  expect(snapshot.scene.view.hands.flat().every((slot) => slot === null || slot.card === null)).toBe(true);
  const shown = await cards(eve);
  expect(shown.filter((card) => card !== 'back' && !snapshot.scene.view.discard_pile.includes(card as string))).toEqual([]);
});

/** The house as it is, but for what becomes of its messages on their way. The number is the connection's. */
async function between(page: Page, pass: (notice: Notice, send: (notice: Notice) => void, connection: number) => void): Promise<{ sent: Request[]; connections(): number }> {
  const sent: Request[] = [];
  let connections = 0;
  await page.routeWebSocket(/\/api\/v1\/socket/, (socket) => {
    const number = ++connections;
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      sent.push(JSON.parse(message.toString()) as Request);
      server.send(message);
    });
    server.onMessage((message) => pass(JSON.parse(message.toString()) as Notice, (notice) => socket.send(JSON.stringify(notice)), number));
  });
  return { sent, connections: () => connections };
}

test('what is lost on the way is shown once, however often it is asked for', async ({ visit }) => {
  const page = await visit({ hurried: true });
  let lossy = false;
  let snapshots = 0;
  const late: Notice[] = [];
  const { sent } = await between(page, (notice, send) => {
    if (lossy && notice.type === 'snapshot') snapshots += 1;
    if (!lossy || notice.type !== 'update' || late.length === 3) return send(notice);
    // The first one is lost, and those behind it come together: each of them tells that something is missing.
    late.push(notice);
    if (late.length === 3) late.slice(1).forEach(send);
  });
  await page.goto('.');
  const { code } = await openTable(page, { game: 'kierki', rules: { preset: 'seven', deals: ['1N'] }, seats: tables.kierki.seats });
  await page.goto(`t/${code}`);
  await expect(page.getByText('Your turn', { exact: true })).toBeVisible();
  const told: string[] = [];
  await page.exposeFunction('told', (text: string) => told.push(text));
  await page.getByRole('log').evaluate((log) =>
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof HTMLParagraphElement) (window as unknown as { told(text: string): void }).told(node.innerText);
    }).observe(log, { childList: true }),
  );
  lossy = true;
  const corner = { position: { x: 12, y: 24 } };
  const card = hand(page).first();
  await card.click(corner);
  await card.click(corner);
  await expect.poll(() => snapshots).toBeGreaterThan(1);
  expect(sent.filter(({ type }) => type === 'resync').length).toBeGreaterThan(1);
  await expect(hand(page)).toHaveCount(12);
  await expect(page.getByText('Your turn', { exact: true })).toBeVisible();
  // No card is played twice in a deal.
  expect(told.length).toBeGreaterThan(3);
  expect(told).toEqual([...new Set(told)]);
});

test('a line that is lost before the house has said who we are is made again', async ({ visit }) => {
  const page = await visit();
  let connections = 0;
  await page.routeWebSocket(/\/api\/v1\/socket/, (socket) => {
    const number = ++connections;
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      // The first time the line breaks instead of a `welcome`.
      if (number === 1 && message.toString().includes('"auth"')) void socket.close();
      else server.send(message);
    });
  });
  await page.goto('.');
  const { code } = await openTable(page, tables.kierki);
  connections = 0;
  await page.goto(`t/${code}`);
  await expect(hand(page)).toHaveCount(13);
  expect(connections).toBe(2);
  await expect(lost(page)).toBeHidden();
});

test('a line that says nothing more after its welcome is given up and made again', async ({ visit }) => {
  const page = await visit();
  let dead = 0;
  const wire = await between(page, (notice, send, connection) => {
    if (notice.type === 'hello') send({ ...notice, beacon_ms: 300 });
    else if (connection !== dead || notice.type === 'welcome') send(notice);
  });
  await page.goto('.');
  const { code } = await openTable(page, tables.kierki);
  dead = wire.connections() + 1;
  await page.goto(`t/${code}`);
  await expect(hand(page)).toHaveCount(13);
  expect(wire.connections()).toBe(dead + 1);
});

test('at a table of the Kierki port whoever looks on may play on for a bot, or go on looking', async ({ visit }) => {
  const house = await openHouse(0, { KIERKI_PORT: '0', KIERKI_FILL: '1s', KIERKI_TIMEOUT: '5m' });
  const program = connect(Number(/Kierki clients connect to port (\d+)/.exec(house.said)?.[1]), '127.0.0.1');
  try {
    await once(program, 'connect');
    // Three bots come, and the match waits for the program to play.
    program.write('IAMN\r\n');
    await once(program, 'data');
    const { tables } = (await (await fetch(new URL('api/v1/tables', house.url))).json()) as { tables: { code: string }[] };
    const table = new URL(`t/${tables[0]?.code}`, house.url).href;
    const [eve, tom] = [await visit(), await visit()];
    const offer = (page: Page) => page.getByText('A seat is free here, in the middle of the match.');
    await tom.goto(table);
    await tom.getByRole('button', { name: 'Keep watching' }).click();
    await expect(offer(tom)).toBeHidden();
    await expect(tom.getByText('You are watching')).toBeVisible();
    await eve.goto(table);
    await eve.getByRole('button', { name: 'Sit down' }).click();
    await expect(hand(eve)).not.toHaveCount(0);
    await expect(offer(eve)).toBeHidden();
    await expect(eve.getByText('You are watching')).toBeHidden();
  } finally {
    program.destroy();
    await house.close();
  }
});

test('where seats change hands, who sits down too late is told so, and looks on', async ({ visit }) => {
  const [ada, eve] = [await visit(), await visit()];
  const { sent } = await between(eve, (notice, send) => send(notice.type === 'snapshot' ? { ...notice, settings: { ...notice.settings, handover: true } } : notice));
  for (const page of [ada, eve]) await page.goto('.');
  const { code } = await openTable(ada, { ...tables.kierki, spectators: true });
  await ada.goto(`t/${code}`);
  await expect(felt(ada)).toBeVisible();
  await eve.goto(`t/${code}`);
  await expect(eve.getByText('A seat is free here, in the middle of the match.')).toBeVisible();
  await eve.getByRole('button', { name: 'Sit down' }).click();
  await expect.poll(() => sent.filter((request) => request.type === 'sit' && request.table === code).length).toBe(1);
  // This table is none of these after all: she is told so, and looks on.
  await expect(eve.getByText('You are watching')).toBeVisible();
  await expect(felt(eve)).toBeVisible();
});
