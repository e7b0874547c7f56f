// Our run of the defuse mode: it lies on the server, and every change of it is told.
import { house, type Guest } from '../house/house.svelte';
import { Refusal } from '../protocol/http';
import type { BeginForm, NextForm, Notice, OpponentForm, Run } from '../protocol/types';

/** The last run of this window: what became of it is shown until it is put away. */
const remembered = 'tefuda-run';

export class OwnRun implements Guest {
  /** `undefined` until it is known whether there is one. */
  run = $state.raw<Run | null | undefined>(undefined);
  refusal = $state.raw<Refusal | null>(null);
  busy = $state(false);
  #leave = house.join(this);

  notice(notice: Notice): void {
    if (notice.type === 'defuse') this.#take(notice.run);
  }

  /** What has happened while there was no connection is asked for. */
  welcome(): void {
    void this.#look();
  }

  close(): void {
    this.#leave();
  }

  begin(opponent: OpponentForm, countdown_ms: number): Promise<Run | null> {
    const form: BeginForm = { opponent, countdown_ms };
    return this.#ask('POST', 'defuse', form);
  }

  next(opponent: OpponentForm): Promise<Run | null> {
    const form: NextForm = { opponent };
    return this.#ask('POST', `defuse/${this.run?.id}/match`, form);
  }

  giveUp(): Promise<Run | null> {
    return this.#ask('DELETE', `defuse/${this.run?.id}`);
  }

  /** Puts a run away that is over. */
  forget(): void {
    sessionStorage.removeItem(remembered);
    this.run = null;
    this.refusal = null;
  }

  #take(run: Run): void {
    // Answers and notices may overtake each other.
    if (this.run && this.run.id === run.id && run.version < this.run.version) return;
    sessionStorage.setItem(remembered, run.id);
    this.run = run;
  }

  async #look(): Promise<void> {
    try {
      const known = this.run?.id ?? sessionStorage.getItem(remembered);
      // One's run that is not over; one that ended meanwhile is asked for by its id.
      const run = await house.ask<Run>('GET', 'me/defuse').catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'no-such-run') throw error;
        return known ? house.ask<Run>('GET', `defuse/${known}`) : null;
      });
      if (run) this.#take(run);
      else this.run ??= null;
    } catch (error) {
      // A house that has forgotten the run is asked for another one.
      if (error instanceof Refusal && error.code !== 'no-such-run') this.refusal = error;
      this.run ??= null;
    }
  }

  async #ask(method: 'POST' | 'DELETE', path: string, form?: BeginForm | NextForm): Promise<Run | null> {
    this.busy = true;
    this.refusal = null;
    try {
      const run = await house.ask<Run>(method, path, form);
      this.#take(run);
      return run;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refusal = error;
      // There is another run than we thought, or it stands otherwise.
      await this.#look();
      return null;
    } finally {
      this.busy = false;
    }
  }
}
