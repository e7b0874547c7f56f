// One socket for the whole page. It comes back by itself; what was asked and not answered is asked again.
import { Refusal, socketUrl } from './http';
import type { Notice, Request } from './types';

export interface Listener {
  /** A message from the server. */
  notice(notice: Notice): void;
  /** The connection is there and knows who we are: tables are to be watched again. */
  welcome(): void;
  /** The connection is lost; it will be tried again. */
  lost(): void;
  /** The server does not know the token any more. */
  unknown(): void;
}

interface Waiting {
  request: Request & { id: string };
  done(version: number | null): void;
  failed(refusal: Refusal): void;
}

/** A phone that slept has a socket that looks open and is dead: this long without an answer, and it is given up. */
const PATIENCE = 3000;
/** To open a connection may take longer, over a bad network. */
const OPENING = 15_000;
const LONGEST_PAUSE = 8000;

export class Connection {
  #socket: WebSocket | null = null;
  #welcome = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #alive: ReturnType<typeof setTimeout> | undefined;
  #waiting = new Map<string, Waiting>();
  #counter = 0;
  #closed = false;
  #beacon = 5000;
  /** So that ids of one page are not those of another. */
  readonly #name = crypto.getRandomValues(new Uint32Array(2)).join('-');
  /** What the server's clock is ahead of ours, in milliseconds. */
  ahead = 0;

  constructor(
    readonly token: string,
    readonly listener: Listener,
  ) {
    this.#open();
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
  }

  /** Asks something that is answered; resolved when the server has acknowledged it. */
  ask(request: Request): Promise<number | null> {
    return new Promise((done, failed) => {
      const id = `${this.#name}-${++this.#counter}`;
      const waiting = { request: { ...request, id }, done, failed };
      this.#waiting.set(id, waiting);
      if (this.#welcome) this.#send(waiting.request);
    });
  }

  /** Says something that needs no answer, and nothing if there is no connection. */
  tell(request: Request): void {
    if (this.#welcome) this.#send(request);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#alive);
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    for (const { failed } of this.#waiting.values()) failed(new Refusal('offline', 'the connection was given up'));
    this.#waiting.clear();
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const socket = new WebSocket(socketUrl());
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#heard(JSON.parse(String(data)) as Notice);
    socket.onclose = () => socket === this.#socket && this.#lost();
    this.#expectLife(OPENING);
  }

  #lost(): void {
    clearTimeout(this.#alive);
    this.#socket = null;
    this.listener.lost();
    this.#welcome = false;
    if (this.#closed) return;
    // The first try is at once: most connections are lost to a sleeping phone or a restarted server.
    const pause = this.#tries === 0 ? 0 : Math.min(LONGEST_PAUSE, 250 * 2 ** this.#tries);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#open(), pause * (0.75 + Math.random() / 2));
  }

  #wake = (): void => {
    if (document.visibilityState === 'hidden' || this.#closed) return;
    if (this.#socket === null) this.#open();
    else if (this.#welcome) this.#ping();
  };

  #ping = (): void => {
    this.#send({ type: 'ping' });
    this.#expectLife(PATIENCE);
  };

  /** Tables are watched again first, and then all is asked again that was not answered. */
  #again(): void {
    const waiting = [...this.#waiting.values()];
    this.listener.welcome();
    for (const { request, failed } of waiting) {
      if (request.type !== 'say') this.#send(request);
      else {
        // It may have been said already, and would be said twice.
        this.#waiting.delete(request.id);
        failed(new Refusal('offline', 'the connection was lost'));
      }
    }
  }

  /** Whatever comes proves that the socket lives. */
  #expectLife(patience: number): void {
    clearTimeout(this.#alive);
    const socket = this.#socket;
    this.#alive = setTimeout(() => {
      if (socket !== this.#socket) return;
      socket?.close();
      this.#lost();
    }, patience);
  }

  #send(request: Request): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  #heard(notice: Notice): void {
    if (notice.type === 'welcome') this.#welcome = true;
    clearTimeout(this.#alive);
    // A silence of two beacons may be a dead line: a question tells.
    if (this.#welcome) this.#alive = setTimeout(this.#ping, 2 * this.#beacon);
    switch (notice.type) {
      case 'hello':
        this.#beacon = notice.beacon_ms;
        this.ahead = notice.time - Date.now();
        this.#send({ type: 'auth', token: this.token });
        this.#expectLife(OPENING);
        return;
      case 'welcome':
        this.#tries = 0;
        this.#again();
        return;
      case 'bye':
        if (notice.code === 'bad-token') {
          this.close();
          this.listener.unknown();
        }
        return;
      case 'beacon':
        this.ahead = notice.time - Date.now();
        break;
      case 'ack':
        this.#waiting.get(notice.id)?.done(notice.version ?? null);
        this.#waiting.delete(notice.id);
        return;
      case 'nack': {
        const waiting = this.#waiting.get(notice.id);
        // Too many messages at once: it was not looked at, and is said again a little later. A hint that comes too soon is on its way.
        if (waiting && notice.code === 'too-fast' && waiting.request.type !== 'hint') {
          setTimeout(() => this.#send(waiting.request), 400);
          return;
        }
        waiting?.failed(new Refusal(notice.code, notice.message));
        this.#waiting.delete(notice.id);
        return;
      }
    }
    this.listener.notice(notice);
  }
}
