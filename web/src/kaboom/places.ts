// Who sits where, and where a slot lies in a grid that is turned towards the centre.

export type Side = 'own' | 'left' | 'top' | 'right';

/** The other seats in turn order, with the side of the table at which they sit. */
export function seating(seats: number, own: number): { seat: number; side: Side }[] {
  const others = Array.from({ length: seats - 1 }, (_, at) => (own + 1 + at) % seats);
  return others.map((seat, at) => ({ seat, side: others.length === 1 ? 'top' : at === 0 ? 'left' : at === others.length - 1 ? 'right' : 'top' }));
}

/** The dealt cards: two rows of three. What comes later lies beside them. */
const DEALT = 6;

export interface Place {
  row: number;
  column: number;
}

/** Row and column of a slot as its owner sees it: the later ones in columns of two on the right. */
export function upright(slot: number): Place {
  if (slot < DEALT) return { row: slot < 3 ? 1 : 2, column: (slot % 3) + 1 };
  const late = slot - DEALT;
  return { row: (late % 2) + 1, column: 4 + Math.floor(late / 2) };
}

/** The columns that so many slots need, seen from this side. */
export function columns(slots: number, side: Side): number {
  const late = Math.max(0, slots - DEALT);
  return side === 'left' || side === 'right' ? 2 + Math.ceil(late / 3) : 3 + Math.ceil(late / 2);
}

/** Row and column of a slot seen across the table; the later ones lie towards the centre, or beside. */
export function turned(slot: number, slots: number, side: Side): Place {
  const late = slot - DEALT;
  const { row, column } = upright(slot);
  switch (side) {
    case 'own':
      return { row, column };
    case 'top':
      return late < 0 ? { row: 3 - row, column: 4 - column } : { row: 3 - row, column };
    case 'left':
      return late < 0 ? { row: column, column: 3 - row } : { row: (late % 3) + 1, column: 3 + Math.floor(late / 3) };
    case 'right': {
      const all = columns(slots, side);
      return late < 0 ? { row: 4 - column, column: all - 2 + row } : { row: 3 - (late % 3), column: all - 2 - Math.floor(late / 3) };
    }
  }
}
