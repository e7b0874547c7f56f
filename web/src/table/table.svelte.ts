// One table that this page follows: the scene as the server has it, and the view as it is shown, which follows a few moments behind.
import { house, type Guest } from '../house/house.svelte';
import { sound } from '../motion/sound';
import { Stage } from '../motion/stage';
import { apply } from '../protocol/changes';
import { Refusal } from '../protocol/http';
import type { AnyEvent, Call, Chat, GameEvent, Game as GameName, Legal, Notice, Request, Scene, SeatPresence, Settings, Snapshot, TableEvent, Update, View } from '../protocol/types';
import { fill, t } from '../texts/texts.svelte';
import { fetchGame, type Beat, type Game } from './game';
import { entropy } from './entropy';
import { tellTable } from './tell';

/** More than so many steps behind, and they are shown at double speed. */
const PATIENT = 3;
/** So many lines of what has happened are kept. */
const LOG = 200;

/** A request without the table's code. */
type Asked = Call extends infer C ? (C extends { table: string } ? Omit<C, 'table'> : never) : never;

const isOfTable = (event: AnyEvent): event is TableEvent => 'table' in event;

export class Table implements Guest {
  /** `coming` until the first snapshot; `elsewhere` if the seat is played from another page. */
  state = $state<'coming' | 'here' | 'elsewhere' | 'dismissed' | 'refused'>('coming');
  /** Why we are not here. */
  reason = $state<string | null>(null);
  game = $state.raw<Game | null>(null);
  name = $state<GameName>('koikoi');
  you = $state<number | null>(null);
  owner = $state('');
  settings = $state.raw<Settings | null>(null);
  /** The table as it is. */
  scene = $state.raw<Scene | null>(null);
  /** The match as it is shown. */
  shown = $state.raw<View | null>(null);
  presence = $state.raw<SeatPresence[]>([]);
  chat = $state.raw<Chat[]>([]);
  unread = $state(0);
  /** What has happened, told in sentences. */
  log = $state.raw<string[]>([]);
  /** Actions that the server has not answered yet. */
  sending = $state.raw<string[]>([]);
  /** What is played as soon as it may be. */
  premove = $state<string | null>(null);
  /** Why the last action was refused. */
  refusal = $state<{ code: string; message: string; action: string } | null>(null);
  /** Events of the game as they are shown, for whoever shows more of them than the beats do. */
  lastEvents = $state.raw<GameEvent[]>([]);
  /** The felt shows something that is to be seen before the end of the match. */
  held = $state(false);

  readonly stage = new Stage();
  #version = 0;
  #queue: (Beat & { tell?: string[]; events?: GameEvent[] })[] = [];
  #playing = false;
  #leave: () => void;
  #way: 'watch' | 'sit';

  constructor(
    readonly code: string,
    way: 'watch' | 'sit' = 'watch',
    readonly seat?: number,
  ) {
    this.#way = way;
    this.#leave = house.join(this);
  }

  /** Whether everything that has happened is shown. */
  settled = $derived.by(() => this.shown === (this.scene?.view ?? null));
  /** What we may do now: nothing as long as older things are still being shown, except what can be done at any time. */
  legal = $derived.by<Legal[]>(() => this.scene?.legal ?? []);
  must = $derived.by(() => (this.scene?.must ?? false) && this.scene?.phase === 'playing');
  /** Our turn, and all is shown. */
  asked = $derived.by(() => this.must && this.settled && this.sending.length === 0);
  mine = $derived.by(() => house.me !== null && this.owner === house.me.id);

  /** Whether this action may be done now. */
  may(action: string): boolean {
    return this.legal.includes(action);
  }

  /** The name of a seat for others; for oneself too. */
  nameOf = (seat: number): string => {
    const who = this.scene?.seats[seat];
    if (!who) return t().table.openSeat;
    return 'bot' in who ? fill(t().table.botName, { level: t().levels[who.bot] }) : who.name;
  };

  /** Plays an action. It is sent once, whatever happens to the connection. */
  async act(action: string): Promise<boolean> {
    if (this.sending.includes(action)) return false;
    this.sending = [...this.sending, action];
    this.refusal = null;
    this.premove = null;
    try {
      await house.request({ type: 'act', table: this.code, action, version: this.#version });
      return true;
    } catch (error) {
      if (error instanceof Refusal) this.refusal = { code: error.code, message: error.message, action };
      return false;
    } finally {
      this.sending = this.sending.filter((one) => one !== action);
    }
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
    this.#queue = [];
  }

  welcome(): void {
    if (this.state === 'elsewhere' || this.state === 'dismissed') return;
    this.#come();
  }

  notice(notice: Notice): void {
    if (notice.type === 'beacon') {
      if ((notice.tables[this.code] ?? 0) > this.#version) house.tell({ type: 'resync', table: this.code, seen: this.#version });
      return;
    }
    if (!('table' in notice) || notice.table !== this.code) return;
    switch (notice.type) {
      case 'snapshot':
        void this.#snapshot(notice);
        break;
      case 'update':
        this.#update(notice);
        break;
      case 'presence':
        this.presence = this.presence.with(notice.seat, notice.presence);
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
      if (!(error instanceof Refusal) || this.state === 'here') {
        this.refusal = error instanceof Refusal ? { code: error.code, message: error.message, action: ask.type } : null;
        return;
      }
      this.state = 'refused';
      this.reason = error.code;
    });
  }

  async #snapshot(snapshot: Snapshot): Promise<void> {
    this.name = snapshot.game;
    this.game ??= await fetchGame(snapshot.game);
    const before = this.shown;
    this.#version = snapshot.version;
    this.you = snapshot.you;
    this.owner = snapshot.owner;
    this.settings = snapshot.settings;
    this.scene = snapshot.scene;
    this.presence = snapshot.presence;
    this.chat = snapshot.chat;
    this.state = 'here';
    const { view, phase, deal } = snapshot.scene;
    // Whoever was seated by a quick match, or came back before the deal, adds to its chance like those who sat down.
    if (phase === 'waiting' && this.you !== null && deal && !deal.given.includes(this.you)) this.ask({ type: 'entropy', hex: entropy() });
    if (before && view && snapshot.missed) this.#happened(snapshot.missed.events, view);
    else {
      this.#queue = [];
      this.shown = view;
    }
    this.#playPremove();
  }

  #update(update: Update): void {
    if (!this.scene || update.version <= this.#version) return;
    if (update.after !== this.#version) {
      house.tell({ type: 'resync', table: this.code, seen: this.#version });
      return;
    }
    this.#version = update.version;
    this.scene = apply(this.scene, update.changes);
    this.#happened(update.events, this.scene.view);
    this.#playPremove();
  }

  #happened(events: AnyEvent[], view: View | null): void {
    const game = this.game;
    if (!game) return;
    const moves: GameEvent[] = [];
    const sentences: string[] = [];
    for (const event of events) {
      const sentence = isOfTable(event) ? tellTable(event, this.nameOf, this.you) : game.tell(event, this.nameOf, this.you);
      if (sentence) sentences.push(sentence);
      if (isOfTable(event)) this.#heard(event);
      else moves.push(event);
    }
    const before = this.#queue.at(-1)?.view ?? this.shown;
    if (!view) {
      this.shown = null;
      this.#tell(sentences);
      return;
    }
    const beats = before && moves.length > 0 ? game.beats(before, moves, view) : [];
    // The last step shows the view of the server itself, so that nothing that was only shown can stay.
    if (beats.length === 0) beats.push({ view });
    const last = beats.length - 1;
    this.#queue.push(...beats.map((beat, at) => (at === last ? { ...beat, view, events: moves, tell: sentences } : beat)));
    void this.#play();
  }

  #heard(event: TableEvent): void {
    if (event.table !== 'said') return;
    this.chat = [...this.chat, event].slice(-50);
    if (event.player !== house.me?.id) this.unread += 1;
  }

  #tell(sentences: string[]): void {
    if (sentences.length > 0) this.log = [...this.log, ...sentences].slice(-LOG);
  }

  async #play(): Promise<void> {
    if (this.#playing) return;
    this.#playing = true;
    for (let beat = this.#queue.shift(); beat; beat = this.#queue.shift()) {
      const { view, tell, events } = beat;
      const speed = this.#queue.length > PATIENT ? 2 : 1;
      if (beat.sound) sound(beat.sound);
      await this.stage.show(
        () => {
          this.shown = view;
          if (events) this.lastEvents = events;
          if (tell) this.#tell(tell);
        },
        beat,
        speed,
      );
      if (beat.hold && !document.hidden) await new Promise((done) => setTimeout(done, (beat.hold ?? 0) / speed));
    }
    this.#playing = false;
  }

  #playPremove(): void {
    const premove = this.premove;
    if (premove === null || !this.must) return;
    this.premove = null;
    if (this.may(premove)) void this.act(premove);
  }
}
