// Cards move from where they were to where they go. An element with `data-key` is a thing that keeps its identity from one view to
// the next; what appears out of nowhere may be told to come from another key (`data-key` of a pile, a hand, a seat).
import { tick } from 'svelte';
import { calm } from '../house/settings.svelte';

/** The durations of the tokens, in milliseconds. */
const MOVE = 280;
const GATHER = 420;
const FADE = 120;
const OUT = 'cubic-bezier(.2, .8, .2, 1)';
const SLAP = 'cubic-bezier(.3, 1.35, .45, 1)';

export interface Flight {
  /** Where things come from that were not there, or were elsewhere: key -> key. */
  from?: Readonly<Record<string, string>>;
  /** Those that land on a match. */
  slap?: readonly string[];
  /** Those that are swept to a pile: slower. */
  gather?: readonly string[];
  /** Those that turn over on their way. */
  turn?: readonly string[];
}

/** How much larger or smaller than usual an element is shown. */
export const zoomOf = (element: Element): number => ('currentCSSZoom' in element ? (element.currentCSSZoom as number) : 1);

type Places = Map<string, DOMRect>;

/** Resolved when all have landed; or, where nothing is painted for a while, soon after they should have: what is shown goes on. */
const landed = (flights: Promise<unknown>[], longest: number): Promise<unknown> =>
  Promise.race([Promise.all(flights), new Promise((late) => setTimeout(late, longest + 400))]);

export class Stage {
  root: HTMLElement | null = null;

  /** Changes what is shown, and lets everything move there; resolved when all have landed. */
  async show(change: () => void, flight: Flight = {}, speed = 1): Promise<void> {
    const before = this.#places();
    change();
    await tick();
    if (!this.root || document.hidden) return;
    if (calm()) {
      await this.#fade(before);
      return;
    }
    const flights: Promise<unknown>[] = [];
    for (const element of this.#things()) {
      const key = element.dataset.key as string;
      const from = before.get(flight.from?.[key] ?? key);
      if (!from || from.width === 0) continue;
      const to = element.getBoundingClientRect();
      // Where the felt is shown smaller, a way on it has more pixels than on the screen.
      const zoom = zoomOf(element);
      const [x, y] = [(from.x + from.width / 2 - to.x - to.width / 2) / zoom, (from.y + from.height / 2 - to.y - to.height / 2) / zoom];
      const scale = to.width > 0 ? from.width / to.width : 1;
      const turns = flight.turn?.includes(key) ?? false;
      if (Math.abs(x) + Math.abs(y) < 1 && Math.abs(scale - 1) < 0.01 && !turns) continue;
      const duration = (flight.gather?.includes(key) ? GATHER : MOVE) / speed;
      const tilt = turns ? [' rotateY(88deg)', ''] : ['', ''];
      const animation = element.animate(
        [
          { transform: `translate(${x}px, ${y}px) scale(${scale})${tilt[0]}`, zIndex: 30 },
          { transform: `none${tilt[1]}`, zIndex: 30 },
        ],
        { duration, easing: flight.slap?.includes(key) ? SLAP : OUT },
      );
      element.classList.add('flying');
      flights.push(animation.finished.catch(() => {}).finally(() => element.classList.remove('flying')));
    }
    await landed(flights, GATHER / speed);
  }

  async #fade(before: Places): Promise<void> {
    const fades = this.#things().filter((element) => !before.has(element.dataset.key as string));
    await landed(fades.map((element) => element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE }).finished.catch(() => {})), FADE);
  }

  #things(): HTMLElement[] {
    return this.root ? [...this.root.querySelectorAll<HTMLElement>('[data-key]')] : [];
  }

  #places(): Places {
    return new Map(this.#things().map((element) => [element.dataset.key as string, element.getBoundingClientRect()]));
  }
}
