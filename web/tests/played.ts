// Matches that are played by the protocol, for pages that show a certain moment of one.
import type { Page } from '@playwright/test';
import { apply } from '../src/protocol/changes';
import type { Notice, Scene } from '../src/protocol/types';
import { openTable } from './play';

/** What to play at a table where one must play; nothing to leave it as it is. */
export type Steer = (scene: Scene) => string | null;

/** What can be played, without the flips of Kaboom. */
export const actions = ({ legal }: Scene): string[] => legal.filter((action) => typeof action === 'string');

/** Plays in the name of the page's player until nothing more is to be played or the match is over; tells how the table is left. */
export async function play(page: Page, table: string, steer: Steer): Promise<Scene> {
  // Of all that is ever played at the table, each has a name of its own.
  const name = `hear${Math.random().toString(36).slice(2)}`;
  let scene: Scene | undefined;
  let version = 0;
  let number = 0;
  let refused = 0;
  /** Answers to what the table says; nothing at all when it is left. */
  const hear = async (text: string): Promise<object[] | null> => {
    const notice = JSON.parse(text) as Notice;
    if (notice.type === 'welcome') return [{ type: 'watch', table }];
    if (notice.type === 'snapshot') {
      scene = notice.scene;
      version = notice.version;
    } else if (notice.type === 'update' && scene) {
      // What was left out is asked for in one piece.
      if (notice.after !== version) return [{ type: 'resync', table }];
      scene = apply(scene, notice.changes);
      version = notice.version;
    } else if (notice.type === 'nack') {
      // Somebody was quicker, or we are too quick for the house: what can be played is asked again, but not for ever.
      if (++refused > 50) throw new Error(`the table refuses: ${text}`);
      await new Promise((waited) => setTimeout(waited, 200));
    } else return [];
    if (!scene) return [{ type: 'watch', table }];
    if (scene.phase === 'over') return null;
    if (scene.phase !== 'playing' || !scene.must) return [];
    const action = steer(scene);
    return action === null ? null : [{ type: 'act', id: `${name}-${number++}`, table, action }];
  };
  await page.exposeFunction(name, hear);
  await page.evaluate(
    (name) =>
      new Promise<void>((left, failed) => {
        const { token } = JSON.parse(localStorage.getItem('tefuda-player') ?? 'null') as { token: string };
        const socket = new WebSocket(new URL('api/v1/socket', document.baseURI.replace(/^http/, 'ws')));
        const send = (message: object) => socket.send(JSON.stringify(message));
        const answer = async (text: string) => {
          const answers = await (window as unknown as Record<string, (text: string) => Promise<object[] | null>>)[name]?.(text);
          if (answers) return answers.forEach(send);
          left();
          socket.close();
        };
        let heard = Promise.resolve();
        socket.onclose = () => failed(new Error('the socket closed'));
        socket.onmessage = ({ data }) => {
          if (JSON.parse(String(data)).type === 'hello') return send({ type: 'auth', token });
          // One after the other, as they came.
          heard = heard.then(() => answer(String(data))).catch(failed);
        };
      }),
    name,
  );
  if (!scene) throw new Error('the table was never seen');
  return scene;
}

/** Opens a table with bots, plays a whole match there by whatever is legal first, and tells its id. */
export async function played(page: Page, form: Record<string, unknown>): Promise<string> {
  const { code } = await openTable(page, form);
  const { match } = await play(page, code, (scene) => actions(scene)[0] ?? null);
  return match as string;
}
