// A table of the house that this page follows.
import { house, type Guest } from '../house/house.svelte';
import { apply } from '../protocol/changes';
import { Refusal } from '../protocol/http';
import type { AnyEvent, Call, Chat, Hint, Notice, Phrase, Request, Scene, Snapshot, TableEvent, Update } from '../protocol/types';
import { entropy } from './entropy';
import { fetchGame } from './game';
import { Table } from './table.svelte';

/** A request without the table's code. */
export type Asked = Call extends infer C ? (C extends { table: string } ? Omit<C, 'table'> : never) : never;

export class LiveTable extends Table implements Guest {
  /** `coming` until the first snapshot; `elsewhere` if the seat is played from another page. */
  state = $state<'coming' | 'here' | 'elsewhere' | 'dismissed' | 'refused'>('coming');
  /** Why we are not here. */
  reason = $state<string | null>(null);
  owner = $state('');
  chat = $state.raw<Chat[]>([]);
  unread = $state(0);
  /** What the house would do now. */
  hint = $state.raw<Hint | null>(null);
  /** Answered actions, and the versions that show them. */
  #acknowledged = new Map<string, number>();
  #version = 0;
  /** Something has happened that could not be shown yet. */
  #behind = false;
  #leave: () => void;
  #way: 'watch' | 'sit';

  constructor(
    readonly code: string,
    way: 'watch' | 'sit' = 'watch',
    readonly seat?: number,
  ) {
    super();
    this.#way = way;
    this.#leave = house.join(this);
  }

  mine = $derived.by(() => house.me !== null && this.owner === house.me.id);
  /** Only the owner decides about the table; while it is not there, anyone who plays. */
  decides = $derived.by(() => {
    const host = this.scene?.seats.findIndex((seat) => seat && 'player' in seat && seat.player === this.owner) ?? -1;
    return this.mine || host < 0 || this.presence[host] !== 'here';
  });

  /** Plays an action. It is sent once, whatever happens to the connection. */
  async act(action: string): Promise<boolean> {
    if (this.sending.includes(action)) return false;
    this.sending = [...this.sending, action];
    this.refusal = null;
    this.premove = null;
    try {
      const version = await house.request({ type: 'act', table: this.code, action, version: this.#version });
      this.#acknowledged.set(action, version ?? 0);
      return true;
    } catch (error) {
      if (error instanceof Refusal) this.refusal = { code: error.code, message: error.message, action };
      this.#acknowledged.set(action, 0);
      return false;
    } finally {
      this.#arrived();
    }
  }

  /** An action is on its way until the table shows it: an acknowledgement comes a moment before. */
  #arrived(): void {
    const done = new Set([...this.#acknowledged].flatMap(([action, version]) => (version <= this.#version ? [action] : [])));
    for (const action of done) this.#acknowledged.delete(action);
    if (done.size > 0) this.sending = this.sending.filter((action) => !done.has(action));
  }

  /** Asks something else of the table; a refusal is told. */
  async ask(request: Asked): Promise<boolean> {
    try {
      await house.request({ ...request, table: this.code } as Request);
      return true;
    } catch (error) {
      if (error instanceof Refusal) this.refusal = { code: error.code, message: error.message, action: request.type };
      return false;
    }
  }

  /** Says something. A line that is refused is the chat's to tell: it is nothing that was played. */
  async say(words: { text: string } | { phrase: Phrase }): Promise<void> {
    await house.request({ type: 'say', ...words, table: this.code });
  }

  /** Asks what to do; the answer comes by a notice. One that was asked for a moment ago is on its way. */
  async askHint(): Promise<void> {
    await house.request({ type: 'hint', table: this.code }).catch((error: unknown) => {
      if (error instanceof Refusal && error.code !== 'too-fast') this.refusal = { code: error.code, message: error.message, action: 'hint' };
    });
  }

  sit(seat?: number): void {
    this.#way = 'sit';
    this.state = 'coming';
    this.#come(seat);
  }

  /** Plays on in this page. */
  comeBack(): void {
    this.state = 'coming';
    this.#come();
  }

  rematch(): Promise<boolean> {
    return this.ask({ type: 'rematch', entropy: entropy() });
  }

  /** Follows the table no more; the seat is kept. */
  close(): void {
    this.#leave();
    if (this.you === null && this.state === 'here') house.tell({ type: 'leave', table: this.code });
    this.jump(this.shown);
  }

  welcome(): void {
    if (this.state === 'elsewhere' || this.state === 'dismissed') return;
    this.#come();
  }

  notice(notice: Notice): void {
    if (notice.type === 'beacon') {
      if ((notice.tables[this.code] ?? 0) > this.#version) this.#resync();
      return;
    }
    if (!('table' in notice) || notice.table !== this.code) return;
    switch (notice.type) {
      case 'snapshot':
        this.#snapshot(notice).catch(() => {
          this.state = 'refused';
          this.reason = 'offline';
        });
        break;
      case 'update':
        this.#update(notice);
        break;
      case 'presence':
        this.presence = this.presence.with(notice.seat, notice.presence);
        break;
      case 'hint':
        if (notice.version === this.#version) this.hint = notice;
        break;
      case 'taken-over':
        this.state = 'elsewhere';
        break;
      case 'dismissed':
        if (notice.code === 'rebuilt') this.#come();
        else {
          this.state = 'dismissed';
          this.reason = notice.code;
        }
        break;
    }
  }

  #come(seat = this.seat): void {
    const seen = this.#version > 0 ? { seen: this.#version } : {};
    const ask: Request =
      this.#way === 'sit' && this.you === null
        ? { type: 'sit', table: this.code, entropy: entropy(), ...(seat === undefined ? {} : { seat }), ...seen }
        : { type: 'watch', table: this.code, ...seen };
    house.request(ask).catch((error: unknown) => {
      if (!(error instanceof Refusal)) return;
      if (this.scene && ask.type === 'sit') {
        // Too late for the seat: whoever looked on looks on.
        this.#way = 'watch';
        this.state = 'here';
        this.refusal = { code: error.code, message: error.message, action: ask.type };
      } else if (this.state !== 'here') {
        this.state = 'refused';
        // An address that was mistyped may be no code at all.
        this.reason = error.code === 'bad-field' ? 'no-such-table' : error.code;
      }
    });
  }

  async #snapshot(snapshot: Snapshot): Promise<void> {
    this.name = snapshot.game;
    this.game ??= await fetchGame(snapshot.game);
    const news = this.#newsOf(snapshot);
    this.#version = snapshot.version;
    this.hint = null;
    this.#arrived();
    this.you = snapshot.you;
    this.owner = snapshot.owner;
    this.settings = snapshot.settings;
    this.#show(snapshot.scene);
    this.presence = snapshot.presence;
    this.chat = snapshot.chat;
    this.state = 'here';
    const { view, phase, deal } = snapshot.scene;
    // Whoever was seated by a quick match, or came back before the deal, adds to its chance like those who sat down.
    // If the deal did not wait for it, nobody needs to know.
    if (phase === 'waiting' && this.you !== null && deal && !deal.given.includes(this.you)) house.request({ type: 'entropy', hex: entropy(), table: this.code }).catch(() => {});
    if (news && view) this.happened(news, view);
    else {
      this.premove = null;
      this.jump(view);
    }
    this.#playPremove();
    if (this.#behind) this.#resync();
  }

  /** What a snapshot tells that is not shown yet; `null` if it does not follow on what is. What was asked for twice is told twice, and shown once. */
  #newsOf({ you, version, missed }: Snapshot): AnyEvent[] | null {
    if (this.shown === null || you !== this.you) return null;
    if (version === this.#version) return [];
    return missed?.after === this.#version ? missed.events : null;
  }

  #update(update: Update): void {
    if (!this.scene) this.#behind = true;
    if (!this.scene || update.version <= this.#version) return;
    if (update.after !== this.#version) return this.#resync();
    this.#version = update.version;
    this.hint = null;
    const { seats } = this.scene;
    const scene = this.#show(apply(this.scene, update.changes));
    this.#arrived();
    this.happened(update.events, scene.view, seats);
    // What was meant for one deal is not meant for the next.
    if (update.events.some((event) => 'event' in event && event.event === 'dealt')) this.premove = null;
    this.#playPremove();
  }

  #resync(): void {
    this.#behind = false;
    house.tell({ type: 'resync', table: this.code, seen: this.#version });
  }

  #show(scene: Scene): Scene {
    this.scene = scene;
    if (scene.phase === 'waiting') this.players = null;
    else if (scene.phase !== 'over' || this.players === null) this.players = scene.seats;
    return scene;
  }

  protected override heard(event: TableEvent): void {
    if (event.table !== 'said') return;
    this.chat = [...this.chat, event].slice(-50);
    if (event.player !== house.me?.id) this.unread += 1;
  }

  #playPremove(): void {
    const premove = this.premove;
    if (premove === null || !this.must) return;
    this.premove = null;
    if (this.may(premove)) void this.act(premove);
  }
}
