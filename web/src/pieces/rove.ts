// Arrow keys walk through the buttons of a group, and between groups: one of them is in the order of Tab, the others are reached by
// arrows. A group is an element with this action; groups are in the order of the document.

interface Roving {
  /** Walks only where something can be done. */
  skipDisabled?: boolean;
}

export function rove(group: HTMLElement, options: Roving = {}) {
  let current = options;
  group.dataset.rove = '';
  const stops = (of: HTMLElement) => [...of.querySelectorAll<HTMLElement>('button:not(:disabled)')].filter((stop) => !current.skipDisabled || stop.ariaDisabled !== 'true');

  const tidy = () => {
    const all = [...group.querySelectorAll<HTMLElement>('button')];
    const able = stops(group);
    const chosen = able.find((stop) => stop === document.activeElement) ?? able.find((stop) => stop.tabIndex === 0) ?? able[0];
    for (const stop of all) stop.tabIndex = stop === chosen ? 0 : -1;
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const able = stops(group);
    const at = able.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    let next: HTMLElement | undefined;
    switch (event.key) {
      case 'ArrowRight':
        next = able[(at + 1) % able.length];
        break;
      case 'ArrowLeft':
        next = able[(at + able.length - 1) % able.length];
        break;
      case 'Home':
        next = able[0];
        break;
      case 'End':
        next = able.at(-1);
        break;
      case 'ArrowUp':
      case 'ArrowDown':
        next = neighbour(able[at] as HTMLElement, event.key === 'ArrowUp');
        break;
      default:
        return;
    }
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
    tidy();
  };
  /** The nearest button above or below, in this group or another. */
  const neighbour = (from: HTMLElement, up: boolean): HTMLElement | undefined => {
    const here = from.getBoundingClientRect();
    const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
    const { x, y } = middle(here);
    const others = [...document.querySelectorAll<HTMLElement>('[data-rove]')].flatMap((other) => stops(other));
    const distance = (other: HTMLElement) => {
      const place = middle(other.getBoundingClientRect());
      const down = up ? y - place.y : place.y - y;
      return down < here.height / 3 ? Infinity : down + Math.abs(place.x - x) / 2;
    };
    return others.map((other) => ({ other, far: distance(other) })).filter(({ far }) => far < Infinity).sort((a, b) => a.far - b.far)[0]?.other;
  };

  const watcher = new MutationObserver(tidy);
  watcher.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'aria-disabled'] });
  group.addEventListener('keydown', key);
  group.addEventListener('focusin', tidy);
  tidy();
  return {
    update(next: Roving) {
      current = next;
      tidy();
    },
    destroy() {
      watcher.disconnect();
      group.removeEventListener('keydown', key);
      group.removeEventListener('focusin', tidy);
    },
  };
}
