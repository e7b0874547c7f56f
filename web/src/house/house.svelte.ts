// The house as this page knows it: who we are, the connection, and the tables that we follow.
import { untrack } from 'svelte';
import { Connection, type Listener } from '../protocol/connection';
import { Refusal, ask } from '../protocol/http';
import type { Notice, Player, Request } from '../protocol/types';

const remembered = 'tefuda-player';

interface Me extends Player {
  token: string;
}

/** Whoever wants to hear notices: a table those of its code, the lobby its own. */
export interface Guest {
  notice(notice: Notice): void;
  /** There is a connection again. */
  welcome?(): void;
}

function recall(): Me | null {
  try {
    const me = JSON.parse(localStorage.getItem(remembered) ?? 'null') as Me | null;
    return me && typeof me.token === 'string' && typeof me.id === 'string' ? me : null;
  } catch {
    return null;
  }
}

class House implements Listener {
  me = $state.raw<Me | null>(recall());
  /** Whether there is a connection; it may be lost for a moment without anybody noticing. */
  connected = $state(false);
  /** Since when there is none, by our clock. */
  lostAt = $state<number | null>(null);
  /** The server is about to restart. */
  draining = $state(false);
  #connection: Connection | null = null;
  #guests = new Set<Guest>();
  #becoming: Promise<Me> | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;

  /** Becomes a guest of the house, if we are none yet. */
  async guest(name?: string): Promise<Me> {
    if (this.me) return this.me;
    this.#becoming ??= ask<{ player: Player; token: string }>('POST', 'guests', name ? { name } : {})
      .then(({ player, token }) => this.#be({ ...player, token }))
      .finally(() => (this.#becoming = null));
    return this.#becoming;
  }

  /** Asks the API in our name. */
  async ask<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const { token } = await this.guest();
    try {
      return await ask<T>(method, path, body, token);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'bad-token') this.unknown();
      throw error;
    }
  }

  /** Another name. */
  async rename(name: string): Promise<void> {
    const me = await this.guest();
    const player = await this.ask<Player>('PATCH', 'me', { name });
    this.#be({ ...player, token: me.token });
  }

  /** Becomes the player of a recovery phrase, or of a code, which is one word. */
  async recover(words: string): Promise<void> {
    const phrase = words.includes(' ');
    const shown = phrase ? { phrase: words } : { code: words };
    const { player, token } = await ask<{ player: Player; token: string }>('POST', phrase ? 'recover' : 'guests/redeem', shown);
    this.#drop();
    this.#be({ ...player, token });
    if (this.#guests.size > 0) await this.connect();
  }

  /** Hears notices from now on; the answer ends it. The connection is made for the first who wants one. */
  join(guest: Guest): () => void {
    this.#guests.add(guest);
    // Whoever joins in an effect must not join anew with every change of the connection.
    untrack(() => (this.connected ? guest.welcome?.() : void this.connect()));
    return () => this.#guests.delete(guest);
  }

  async connect(): Promise<void> {
    try {
      const { token } = await this.guest();
      this.#connection ??= new Connection(token, this);
    } catch {
      this.lostAt ??= Date.now();
      this.#retry ??= setTimeout(() => {
        this.#retry = undefined;
        void this.connect();
      }, 2000);
    }
  }

  /** Sends a request; resolved when it is acknowledged, however often the connection is lost in between. */
  async request(request: Request): Promise<number | null> {
    // Without a wait where there is a connection: requests go out in the order in which they are made.
    if (!this.#connection) await this.connect();
    if (!this.#connection) throw new Refusal('offline', 'no answer');
    return this.#connection.ask(request);
  }

  /** Says something without waiting for an answer. */
  tell(request: Request): void {
    this.#connection?.tell(request);
  }

  /** The time by the server's clock. */
  now(): number {
    return Date.now() + (this.#connection?.ahead ?? 0);
  }

  notice(notice: Notice): void {
    if (notice.type === 'draining') this.draining = true;
    for (const guest of [...this.#guests]) guest.notice(notice);
  }

  welcome(): void {
    this.connected = true;
    this.draining = false;
    this.lostAt = null;
    for (const guest of [...this.#guests]) guest.welcome?.();
  }

  lost(): void {
    this.connected = false;
    this.lostAt ??= Date.now();
  }

  /** A house that has forgotten us, with an emptied store: we are somebody new there. */
  unknown(): void {
    localStorage.removeItem(remembered);
    this.me = null;
    this.#drop();
    if (this.#guests.size > 0) void this.connect();
  }

  #drop(): void {
    this.#connection?.close();
    this.#connection = null;
    this.connected = false;
  }

  #be(me: Me): Me {
    this.me = me;
    localStorage.setItem(remembered, JSON.stringify(me));
    return me;
  }
}

export const house = new House();
