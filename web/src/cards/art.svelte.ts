// The pictures of the cards. A deck comes as one file when it is first needed, and each card becomes a picture of its own.
import { settings } from '../house/settings.svelte';

export type DeckName = 'hanafuda' | 'western';

const decks = {
  hanafuda: () => import('./hanafuda'),
  western: () => import('./western'),
};

/** Clubs and diamonds of the four-colour deck; hearts and spades keep their own. */
const fourth: Readonly<Record<string, string>> = { C: '#2F8A4A', D: '#2B62B8' };

const pictures = $state<Record<string, string>>({});
const loading = new Map<DeckName, Promise<void>>();

/** The picture of a card, `''` as long as the deck is not there. */
export function picture(deck: DeckName, code: string): string {
  if (!loading.has(deck)) queueMicrotask(() => void load(deck));
  const four = deck === 'western' && settings.fourColours ? pictures[`four/${code}`] : undefined;
  return four ?? pictures[`${deck}/${code}`] ?? '';
}

/** Fetches a deck, once. */
export function load(deck: DeckName): Promise<void> {
  let fetched = loading.get(deck);
  if (!fetched) {
    fetched = decks[deck]().then(({ default: cards }) => {
      for (const [code, svg] of Object.entries(cards)) {
        pictures[`${deck}/${code}`] = url(svg);
        const colour = deck === 'western' ? fourth[code.at(-1) ?? ''] : undefined;
        if (colour) pictures[`four/${code}`] = url(svg.replace(/ color="#[0-9A-Fa-f]+"/, ` color="${colour}"`));
      }
    });
    loading.set(deck, fetched);
    fetched.catch(() => loading.delete(deck));
  }
  return fetched;
}

const url = (svg: string) => URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
