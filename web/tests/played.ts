// A match that is over, for pages that show one.
import type { Page } from '@playwright/test';
import { openTable } from './play';

/** Opens a table with bots, plays a whole match there by whatever is legal first, and tells its id. */
export async function played(page: Page, form: Record<string, unknown>): Promise<string> {
  const { code } = await openTable(page, form);
  return page.evaluate((code) => {
    const { token } = JSON.parse(localStorage.getItem('tefuda-player') ?? 'null') as { token: string };
    const socket = new WebSocket(new URL('api/v1/socket', document.baseURI.replace(/^http/, 'ws')));
    const send = (message: object) => socket.send(JSON.stringify(message));
    return new Promise<string>((over, failed) => {
      let at = 0;
      let timer: ReturnType<typeof setTimeout> | undefined;
      socket.onclose = () => failed(new Error('the socket closed'));
      socket.onmessage = ({ data }) => {
        const notice = JSON.parse(String(data));
        if (notice.type === 'hello') send({ type: 'auth', token });
        if (notice.type === 'welcome') send({ type: 'watch', table: code });
        // Snapshots are enough here; asking for one after each news is slow enough for the limits of the house.
        if (notice.type === 'update') {
          clearTimeout(timer);
          timer = setTimeout(() => send({ type: 'resync', table: code }), 120);
        }
        const action = notice.type === 'snapshot' && notice.scene.must ? notice.scene.legal[0] : undefined;
        if (typeof action === 'string') send({ type: 'act', id: `play-${at++}`, table: code, action });
        const end = notice.events?.find((event: { table?: string }) => event.table === 'over');
        if (!end) return;
        clearTimeout(timer);
        over(end.match);
      };
    });
  }, code);
}
