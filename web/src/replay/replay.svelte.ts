// A match of long ago on a felt: it can be walked through step by step, forwards and back.
import { apply } from '../protocol/changes';
import type { GameEvent, Outcome, View } from '../protocol/types';
import type { Beat, Game } from '../table/game';
import { still } from '../table/still';
import { Table } from '../table/table.svelte';
import { fill, t } from '../texts/texts.svelte';
import { placesOf, type Course, type Eyes } from './course';

/** How long a step is looked at before the next one, in milliseconds. */
const PAUSE = 900;
/** And a result. */
const RESULT = 3500;

/** Where a round or a deal begins. */
export interface Mark {
  at: number;
  number: number;
}

export class ReplayTable extends Table {
  override readonly played = false;
  /** So many steps have been played. */
  at = $state(0);
  /** The furthest step that was looked at: what lies behind it is no spoiler. */
  reached = $state(0);
  playing = $state(false);
  pace = $state(1);
  /** Grows when time goes back, so that whatever remembers what it has seen begins anew. */
  age = $state(0);
  readonly marks: readonly Mark[];
  #views: View[];

  constructor(
    readonly course: Course,
    readonly eyes: Eyes,
    game: Game,
    at = 0,
    you: number | null = null,
  ) {
    super();
    this.game = game;
    this.name = course.game;
    this.you = you;
    this.#views = [course.view];
    this.marks = [course.events, ...course.steps.map(({ events }) => events)].flatMap((events, at) => begun(events).map((number) => ({ at, number })));
    this.#show(Math.min(Math.max(0, at), this.length));
  }

  get length(): number {
    return this.course.steps.length;
  }

  /** Nothing can be played any more. */
  async act(): Promise<boolean> {
    return false;
  }

  /** One step on, with everything that moves. */
  next(): void {
    const step = this.course.steps[this.at];
    if (!step) return;
    // Whoever is faster than the cards sees them where they were to go.
    if (!this.settled) this.jump(this.#view(this.at));
    // A result that the felt shows goes away with the next step.
    if (this.held) this.age += 1;
    this.speed = this.pace;
    this.#stand(this.at + 1);
    this.happened(step.events, this.#view(this.at));
  }

  /** Shows the match after so many steps. */
  go(at: number): void {
    const to = Math.min(Math.max(0, at), this.length);
    if (to === this.at) return;
    // A result that the felt shows goes away too.
    if (to < this.at || this.held) this.age += 1;
    this.#show(to);
  }

  /** How the match ends, for whoever asks for it. */
  get end(): Outcome | null {
    return this.#view(this.length).outcome;
  }

  /** What happened in the step that led here, in sentences. */
  told(at = this.at): string[] {
    const sentences = this.#tell(at === 0 ? this.course.events : (this.course.steps[at - 1]?.events ?? []));
    return sentences.length > 0 ? sentences : at === 0 ? [t().told.dealt] : [];
  }

  /** What happened between two steps, in sentences, and to the end of a round at the most. */
  between(from: number, to: number): string[] {
    const events = this.course.steps.slice(from, to).flatMap((step) => step.events);
    const end = events.findIndex(({ event }) => event === 'round-ended' || event === 'deal-ended');
    const told = end < 0 ? events : events.slice(0, end + 1);
    return this.game?.retell?.(told, this.nameOf, this.you) ?? this.#tell(told);
  }

  /** Plays on by itself until somebody stops it. */
  async play(): Promise<void> {
    if (this.playing) return;
    if (this.at === this.length) this.go(0);
    this.playing = true;
    while (this.playing && this.at < this.length) {
      this.next();
      await this.landed();
      await new Promise((done) => setTimeout(done, (this.held ? RESULT : PAUSE) / this.pace));
    }
    this.playing = false;
  }

  pause(): void {
    this.playing = false;
  }

  /** What is played leaves the open hands at once, and comes from where it lay there. */
  protected override beats(game: Game, before: View, events: GameEvent[], after: View): Beat[] {
    const beats = super.beats(game, before, events, after);
    const { open } = this;
    if (!open) return beats;
    const played = new Set(events.flatMap((event) => (event.event === 'played' ? [event.card] : [])));
    const left = open.map((hand) => hand.filter((card) => card === null || !played.has(card)));
    return beats.map(({ from, ...beat }) => ({
      ...beat,
      view: Object.assign({}, beat.view, { open: left }),
      from: Object.fromEntries(Object.entries(from ?? {}).filter(([card]) => !played.has(card))),
    }));
  }

  #tell(events: GameEvent[]): string[] {
    return events.flatMap((event) => this.game?.tell(event, this.nameOf, this.you) ?? []);
  }

  #show(at: number): void {
    this.#stand(at);
    this.jump(this.#view(at));
    this.log = this.told().map((text, number) => ({ text, number }));
  }

  #stand(at: number): void {
    this.at = at;
    this.reached = Math.max(this.reached, at);
    const unnamed = (seat: number) => fill(t().replay.seat, { n: seat + 1 });
    this.scene = still(this.#view(at), placesOf(this.course, unnamed), this.course.match);
  }

  #view(at: number): View {
    for (let known = this.#views.length; known <= at; known++) {
      const view = this.#views[known - 1] as View;
      this.#views.push(apply({ view }, this.course.steps[known - 1]?.changes ?? {}).view);
    }
    return this.#views[at] as View;
  }
}

function begun(events: GameEvent[]): number[] {
  return events.flatMap((event) => (event.event === 'round-began' ? [event.round] : event.event === 'deal-began' ? [event.deal] : []));
}
