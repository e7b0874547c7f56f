// A lesson on a felt: a short match in which the learner plays one seat and is told before each step what it is about.
import { house } from '../house/house.svelte';
import { apply } from '../protocol/changes';
import { ask } from '../protocol/http';
import type { Game as GameName, GameEvent, Legal, Place, Rules, View } from '../protocol/types';
import type { Game } from '../table/game';
import { still } from '../table/still';
import { Table } from '../table/table.svelte';
import { fill, t } from '../texts/texts.svelte';

export interface Lesson {
  game: GameName;
  preset: string | null;
  rules: Rules;
  /** Where the learner sits. */
  seat: number;
  events: GameEvent[];
  view: View;
  legal: Legal[];
  steps: { note: string | null; seat: number; action: string; events: GameEvent[]; changes: Record<string, unknown>; legal: Legal[] }[];
  /** The key of what is said at the end. */
  end: string;
}

export const fetchLesson = (game: GameName): Promise<Lesson> => ask<Lesson>('GET', `lessons/${game}`);

/** How long the others think, in milliseconds. */
const THINKING = 600;

export class LessonTable extends Table {
  /** So many steps have been played. */
  at = $state(0);
  /** Something else was played that is possible too. */
  strayed = $state(false);
  /** The steps before which the lesson waits for the learner: for an action, or until a note is read. */
  readonly stops: readonly number[];
  #views: View[];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly lesson: Lesson,
    game: Game,
  ) {
    super();
    this.game = game;
    this.name = lesson.game;
    this.you = lesson.seat;
    this.#views = [lesson.view];
    for (const { changes } of lesson.steps) this.#views.push(apply({ view: this.#views.at(-1) as View }, changes).view);
    this.stops = lesson.steps.flatMap(({ seat, note }, at) => (seat === lesson.seat || note !== null ? [at] : []));
    this.#stand(0);
    this.jump(this.#views[0] as View);
    this.#await();
  }

  step = $derived.by(() => this.lesson.steps[this.at] ?? null);
  /** The action that the learner is asked for. */
  expected = $derived.by(() => (this.step?.seat === this.lesson.seat && this.settled ? this.step.action : null));
  /** Somebody else is about to move, and a note is to be read before. */
  paused = $derived.by(() => this.step !== null && this.step.seat !== this.lesson.seat && this.step.note !== null && this.settled);
  over = $derived.by(() => this.step === null && this.settled);
  /** What is said now: the note of this step, or else the last one. */
  note = $derived.by(() => {
    const { steps, end } = this.lesson;
    const key = this.step === null ? end : (steps.slice(0, this.at + 1).findLast(({ note }) => note !== null)?.note ?? null);
    return key === null ? '' : said(key);
  });

  async act(action: string): Promise<boolean> {
    this.premove = null;
    this.strayed = action !== this.step?.action || this.step.seat !== this.lesson.seat;
    if (this.strayed) return false;
    this.#play();
    return true;
  }

  /** Goes on after a note, or plays for the learner what was asked for. */
  next(): void {
    if (!this.settled || this.step === null) return;
    this.#play();
  }

  /** To the stop before this one. */
  back(): void {
    this.go(this.stops.findLast((stop) => stop < this.at) ?? 0);
  }

  go(at: number): void {
    clearTimeout(this.#timer);
    this.strayed = false;
    this.#stand(at);
    this.jump(this.#views[at] as View);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #play(): void {
    const step = this.lesson.steps[this.at];
    if (!step) return;
    this.strayed = false;
    this.#stand(this.at + 1);
    this.happened(step.events, this.#views[this.at] as View);
    this.#await();
  }

  /** Others play by themselves, as soon as everything before is shown. */
  #await(): void {
    const { at } = this;
    void this.landed().then(() => {
      clearTimeout(this.#timer);
      if (at !== this.at || this.step === null || this.stops.includes(at)) return;
      this.#timer = setTimeout(() => this.at === at && this.#play(), THINKING);
    });
  }

  #stand(at: number): void {
    this.at = at;
    const { lesson } = this;
    const before = at === 0 ? lesson.legal : (lesson.steps[at - 1]?.legal ?? []);
    const legal = lesson.steps[at]?.seat === lesson.seat ? before : [];
    const view = this.#views[at] as View;
    const scene = still(view, this.#places(view), null, legal);
    // A flip is possible at any time; nobody waits for it.
    this.scene = { ...scene, must: legal.some((action) => typeof action === 'string') };
  }

  #places({ scores }: View): Place[] {
    const texts = t().learn;
    const name = (seat: number) => {
      if (this.lesson.game === 'kierki') return texts.kierki.seats[(['N', 'E', 'S', 'W'] as const)[seat] ?? 'N'];
      return scores.length === 2 ? texts.lesson.opponent : fill(texts.lesson.seat, { n: seat + 1 });
    };
    return scores.map((_, seat) => (seat === this.lesson.seat ? { player: house.me?.id ?? 'you', name: t().you } : { player: `seat-${seat}`, name: name(seat) }));
  }
}

/** The text of a note: `koikoi.match`. */
function said(key: string): string {
  const [game, note] = key.split('.');
  const texts = t().lessons as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return texts[game ?? '']?.[note ?? ''] ?? '';
}
