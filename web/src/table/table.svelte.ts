// A table as a felt sees it: the scene as it is, and the view as it is shown, which follows a few moments behind. Where the scene comes
// from, the house, a lesson or a match of long ago, is a matter of its kinds.
import { sound } from '../motion/sound';
import { Stage } from '../motion/stage';
import type { AnyEvent, GameEvent, Game as GameName, Legal, Scene, SeatPresence, Settings, TableEvent, View } from '../protocol/types';
import { fill, t } from '../texts/texts.svelte';
import type { Beat, Game } from './game';
import { tellTable } from './tell';

/** More than so many steps behind, and they are shown at double speed. */
const PATIENT = 3;
/** So many lines of what has happened are kept. */
const LOG = 200;

const isOfTable = (event: AnyEvent): event is TableEvent => 'table' in event;

export abstract class Table {
  game = $state.raw<Game | null>(null);
  name = $state<GameName>('koikoi');
  you = $state<number | null>(null);
  settings = $state.raw<Settings | null>(null);
  /** The table as it is. */
  scene = $state.raw<Scene | null>(null);
  /** Who plays, or has played the match whose end is shown: who gets up afterwards has still played it. */
  protected players = $state.raw<Scene['seats'] | null>(null);
  /** The match as it is shown. */
  shown = $state.raw<View | null>(null);
  presence = $state.raw<SeatPresence[]>([]);
  /** What has happened, told in sentences. */
  log = $state.raw<readonly { text: string; number: number }[]>([]);
  /** Actions that are not answered yet. */
  sending = $state.raw<string[]>([]);
  /** What is played as soon as it may be. */
  premove = $state<string | null>(null);
  /** Why the last action was refused. */
  refusal = $state<{ code: string; message: string; action: string } | null>(null);
  /** Events of the game as they are shown, for whoever shows more of them than the beats do. */
  lastEvents = $state.raw<GameEvent[]>([]);
  /** The felt shows something that is to be seen before the end of the match. */
  held = $state(false);

  /** Whether somebody plays here: a match of long ago is only looked at, and has no keys to play with. */
  readonly played: boolean = true;
  readonly stage = new Stage();
  /** How many times faster than usual cards move. */
  protected speed = 1;
  #queue: (Beat & { tell?: string[]; events?: GameEvent[] })[] = [];
  #playing = false;
  #told = 0;
  #shown: Promise<void> = Promise.resolve();

  /** Whether everything that has happened is shown. */
  settled = $derived.by(() => this.shown === (this.scene?.view ?? null));
  /** What we may do now, even while older things are still being shown: who is quick need not wait. */
  legal = $derived.by<Legal[]>(() => this.scene?.legal ?? []);
  must = $derived.by(() => (this.scene?.must ?? false) && this.scene?.phase === 'playing');
  /** Our turn, and all is shown. */
  asked = $derived.by(() => this.must && this.settled && this.sending.length === 0);

  /** The cards of all hands, where whoever looks may see them. */
  open = $derived.by<(string | null)[][] | null>(() => {
    const open = this.shown && 'open' in this.shown ? this.shown.open : null;
    return Array.isArray(open) ? open : null;
  });

  /** Plays an action; whether it was taken. */
  abstract act(action: string): Promise<boolean>;

  /** Whether this action may be done now. */
  may(action: string): boolean {
    return this.legal.includes(action);
  }

  /** The name of a seat for others, in the match; for oneself too. */
  nameOf = (seat: number): string => this.#named(seat, this.players ?? this.scene?.seats);
  /** The name of whoever sits there now. */
  sitting = (seat: number): string => this.#named(seat, this.scene?.seats);

  #named(seat: number, seats: Scene['seats'] | undefined): string {
    const who = seats?.[seat];
    if (!who) return t().table.openSeat;
    if (!('bot' in who)) return who.name;
    const bots = seats?.flatMap((other, at) => (other && 'bot' in other ? [at] : [])) ?? [];
    const level = t().levels[who.bot];
    return bots.length > 1 ? fill(t().table.botNumber, { level, n: bots.indexOf(seat) + 1 }) : fill(t().table.botName, { level });
  }

  /** Shows what has happened, and then the view. */
  protected happened(events: AnyEvent[], view: View | null, before = this.scene?.seats): void {
    const game = this.game;
    if (!game) return;
    // Who has just got up is told of by name.
    const sat = (seat: number) => this.#named(seat, this.scene?.seats[seat] ? this.scene.seats : before);
    const moves: GameEvent[] = [];
    const sentences: string[] = [];
    for (const event of events) {
      const sentence = isOfTable(event) ? tellTable(event, sat, this.you) : game.tell(event, this.nameOf, this.you);
      if (sentence) sentences.push(sentence);
      if (isOfTable(event)) this.heard(event);
      else moves.push(event);
    }
    const from = this.#queue.at(-1)?.view ?? this.shown;
    if (!view) {
      this.jump(null);
      this.#tell(sentences);
      return;
    }
    const beats = from && moves.length > 0 ? this.beats(game, from, moves, view) : [];
    // The last step shows the view of the server itself, so that nothing that was only shown can stay.
    if (beats.length === 0) beats.push({ view });
    const last = beats.length - 1;
    this.#queue.push(...beats.map((beat, at) => (at === last ? { ...beat, view, events: moves, tell: sentences } : beat)));
    if (!this.#playing) this.#shown = this.#play();
  }

  /** The steps from one view to the next. */
  protected beats(game: Game, before: View, events: GameEvent[], after: View): Beat[] {
    return game.beats(before, events, after);
  }

  /** Resolved when everything that has happened is shown. */
  protected landed(): Promise<void> {
    return this.#shown;
  }

  /** Shows this view at once, whatever was still to be shown. */
  protected jump(view: View | null): void {
    this.#queue = [];
    this.shown = view;
    this.lastEvents = [];
  }

  /** Something happened to the table itself. */
  protected heard(_event: TableEvent): void {}

  #tell(sentences: string[]): void {
    if (sentences.length > 0) this.log = [...this.log, ...sentences.map((text) => ({ text, number: ++this.#told }))].slice(-LOG);
  }

  async #play(): Promise<void> {
    this.#playing = true;
    try {
      for (let beat = this.#queue.shift(); beat; beat = this.#queue.shift()) {
        const { view, tell, events } = beat;
        const speed = this.speed * (this.#queue.length > PATIENT ? 2 : 1);
        if (beat.sound) sound(beat.sound);
        // A move that cannot be shown keeps nobody from the next one.
        await this.stage.show(
          () => {
            this.shown = view;
            if (events) this.lastEvents = events;
            if (tell) this.#tell(tell);
          },
          beat,
          speed,
        ).catch((error: unknown) => console.error(error));
        if (beat.hold && !document.hidden) await new Promise((done) => setTimeout(done, (beat.hold ?? 0) / speed));
      }
    } finally {
      this.#playing = false;
    }
  }
}
