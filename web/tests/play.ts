// What tests do that a person does with the API's help: opening tables of a certain kind.
import type { Page } from '@playwright/test';

export interface Opened {
  code: string;
  link: string;
}

const bot = { bot: 'beginner' };

/** A short table of each game, with bots for everyone else. */
export const tables = {
  koikoi: { game: 'koikoi', preset: 'quick', seats: ['me', bot] },
  kierki: { game: 'kierki', preset: 'seven', seats: ['me', bot, bot, bot] },
  kaboom: { game: 'kaboom', preset: 'short', seats: ['me', bot, bot, bot] },
} as const;

/** Opens a table in the name of the page's player, with bots that do not dawdle. The page must have been visited. */
export async function openTable(page: Page, form: Record<string, unknown>): Promise<Opened> {
  return page.evaluate(async (form) => {
    const base = document.baseURI;
    const headers = { 'content-type': 'application/json' };
    let me = JSON.parse(localStorage.getItem('tefuda-player') ?? 'null') as { token: string } | null;
    if (!me) {
      const answer = await fetch(new URL('api/v1/guests', base), { method: 'POST', headers, body: '{}' });
      const { player, token } = (await answer.json()) as { player: object; token: string };
      me = { ...player, token };
      localStorage.setItem('tefuda-player', JSON.stringify(me));
    }
    const answer = await fetch(new URL('api/v1/tables', base), {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${me.token}` },
      body: JSON.stringify({ pace: 0, entropy: 0, ...form }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { code: string; link: string };
  }, form);
}

/** Everything that the page was sent over its socket, as one text. */
export function frames(page: Page): () => string {
  const heard: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(payload.toString())));
  return () => heard.join('\n');
}
