// The public tables. Guests of the house are told by the socket what changes; who is none yet only looks from time to time.
import { house, type Guest } from '../house/house.svelte';
import { ask } from '../protocol/http';
import type { Notice, TableCard } from '../protocol/types';

const LOOK_AGAIN = 15_000;

export class Lobby implements Guest {
  /** `null` until they are known. */
  tables = $state.raw<readonly TableCard[] | null>(null);
  failed = $state(false);

  /** Follows the lobby; the answer ends it. */
  follow(): () => void {
    if (house.me) {
      const leave = house.join(this);
      return () => {
        house.tell({ type: 'lobby', follow: false });
        leave();
      };
    }
    void this.look();
    const timer = setInterval(() => document.hidden || void this.look(), LOOK_AGAIN);
    return () => clearInterval(timer);
  }

  async look(): Promise<void> {
    try {
      this.tables = (await ask<{ tables: TableCard[] }>('GET', 'tables')).tables;
      this.failed = false;
    } catch {
      this.failed = this.tables === null;
    }
  }

  welcome(): void {
    house.tell({ type: 'lobby' });
  }

  notice(notice: Notice): void {
    if (notice.type === 'lobby') this.tables = notice.tables;
    if (notice.type !== 'lobby-changed' || !this.tables) return;
    const changed = new Map(notice.tables.map((table) => [table.code, table]));
    const kept = this.tables.filter(({ code }) => !notice.gone.includes(code)).map((table) => changed.get(table.code) ?? table);
    const known = new Set(kept.map(({ code }) => code));
    this.tables = [...notice.tables.filter(({ code }) => !known.has(code)), ...kept];
  }
}
