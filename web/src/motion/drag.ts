// Drags a card with mouse, pen or finger. A short press is left to be a click; what is dropped on no target flies home.
import { zoomOf } from './stage';

export interface Dragging {
  /** Whether it can be taken up now. */
  able: boolean;
  /** Taken up: time to show where it may go. */
  begin?(): void;
  /** Let go over the element with this `data-drop`, or nowhere. */
  end(target: string | null): void;
}

/** So far a finger may move and still press. */
const SLIP = 8;

export function drag(element: HTMLElement, options: Dragging) {
  let current = options;
  let start: { x: number; y: number; id: number } | null = null;
  let moving = false;

  const under = (event: PointerEvent): HTMLElement | null => {
    element.style.pointerEvents = 'none';
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-drop]') ?? null;
    element.style.pointerEvents = '';
    return found;
  };
  const reset = () => {
    document.removeEventListener('pointermove', move);
    document.removeEventListener('pointerup', up);
    document.removeEventListener('pointercancel', cancel);
    start = null;
    moving = false;
    element.style.translate = '';
    element.style.zIndex = '';
    element.classList.remove('dragged');
  };
  const down = (event: PointerEvent) => {
    if (!current.able || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    // A quick hand has left the card before it moves for the first time, so the whole page listens.
    document.addEventListener('pointermove', move);
    document.addEventListener('pointerup', up);
    document.addEventListener('pointercancel', cancel);
  };
  const move = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.id) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!moving && Math.hypot(x, y) > SLIP) {
      moving = true;
      element.setPointerCapture(event.pointerId);
      element.classList.add('dragged');
      element.style.zIndex = '40';
      current.begin?.();
    }
    if (moving) element.style.translate = `${x / zoomOf(element)}px ${y / zoomOf(element)}px`;
  };
  const up = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.id) return;
    const dragged = moving;
    const target = dragged ? (under(event)?.dataset.drop ?? null) : null;
    reset();
    if (!dragged) return;
    // The click that may follow is part of the drag.
    const swallow = (click: Event) => click.stopImmediatePropagation();
    element.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => element.removeEventListener('click', swallow, { capture: true }), 0);
    current.end(target);
  };
  const cancel = () => {
    if (moving) current.end(null);
    reset();
  };

  element.addEventListener('pointerdown', down);
  element.style.touchAction = 'none';
  return {
    update: (next: Dragging) => (current = next),
    destroy() {
      element.removeEventListener('pointerdown', down);
      reset();
    },
  };
}
