// What a player has chosen for this browser.
import { MediaQuery } from 'svelte/reactivity';

export interface Choices {
  theme: 'system' | 'light' | 'dark';
  sound: boolean;
  /** Clubs green and diamonds blue. */
  fourColours: boolean;
  largeCards: boolean;
  /** `system` follows what the browser says. */
  motion: 'system' | 'full' | 'reduced';
  /** Single letters as keys. */
  letters: boolean;
}

const usual: Choices = { theme: 'system', sound: true, fourColours: false, largeCards: false, motion: 'system', letters: true };
const remembered = 'tefuda-settings';

function recall(): Choices {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(remembered) ?? '{}') as Partial<Choices>) };
  } catch {
    return { ...usual };
  }
}

export const settings = $state(recall());

/** Applies the settings to the document, and remembers them, as long as the page is open. */
export function keepSettings(): void {
  $effect(() => {
    const root = document.documentElement;
    if (settings.theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    root.dataset.cards = settings.largeCards ? 'large' : 'usual';
    root.dataset.motion = calm() ? 'reduced' : 'full';
    localStorage.setItem(remembered, JSON.stringify(settings));
  });
}

const still = new MediaQuery('prefers-reduced-motion: reduce');

/** Whether cards fade instead of flying. What moves by style asks the document: `[data-motion='full']`. */
export function calm(): boolean {
  return settings.motion === 'system' ? still.current : settings.motion === 'reduced';
}
