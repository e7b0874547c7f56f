// The keys of the page: whoever is shown says what its keys do, and `?` lists them all.
import { untrack } from 'svelte';
import { settings } from '../house/settings.svelte';

export interface Key {
  /** As the browser calls it: `k`, `?`, `Escape`. */
  key: string;
  /** How the list shows it, if otherwise. */
  shown?: string;
  does: string;
  run?(event: KeyboardEvent): void;
}

class Keys {
  #sets = $state.raw<readonly (() => Key[])[]>([]);
  /** All keys that do something now. */
  all = $derived(this.#sets.flatMap((keys) => keys()));

  constructor() {
    document.addEventListener('keydown', (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      // A dialog has the keys for itself, and closes by Escape without anybody's help.
      if (target.closest('dialog[open]')) return;
      if (target.closest('input, textarea, select, [contenteditable]') && event.key !== 'Escape') return;
      // A button that has the focus is pressed by these.
      if ((event.key === ' ' || event.key === 'Enter') && target.closest('button, a[href], summary')) return;
      const letter = event.key.length === 1 && /[a-z]/i.test(event.key);
      if (letter && !settings.letters) return;
      const wanted = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      // The newest goes first: what lies on top has the keys.
      const key = this.all.toReversed().find(({ key, run }) => run && key === wanted);
      if (!key) return;
      event.preventDefault();
      key.run?.(event);
    });
  }

  add(keys: () => Key[]): () => void {
    this.#sets = [...this.#sets, keys];
    return () => (this.#sets = this.#sets.filter((other) => other !== keys));
  }
}

export const keys = new Keys();

/** These keys do something as long as the component is shown. */
export function useKeys(of: () => Key[]): void {
  $effect(() => untrack(() => keys.add(of)));
}
