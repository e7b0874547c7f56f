// A shape for each month that lies both in the hand and on the field. A month keeps its shape as long as it has one.
import { monthOf } from '../cards/names';

const shapes = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
export type Shape = (typeof shapes)[number];

export class Marks {
  #given = new Map<number, Shape>();

  /** The shapes by month for these cards. */
  of(hand: readonly string[], field: readonly string[]): ReadonlyMap<number, Shape> {
    const held = new Set(hand.map(monthOf));
    const matching = [...new Set(field.map(monthOf))].filter((month) => held.has(month));
    const kept = new Map([...this.#given].filter(([month]) => matching.includes(month)));
    for (const month of matching) {
      if (kept.has(month)) continue;
      const taken = new Set(kept.values());
      const free = shapes.find((shape) => !taken.has(shape));
      if (free) kept.set(month, free);
    }
    this.#given = kept;
    return kept;
  }
}
