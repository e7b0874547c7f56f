// The keys of the table.
import type { Key } from '../pieces/keys.svelte';
import { fill, t } from '../texts/texts.svelte';
import type { Choice } from './choice.svelte';

export function kaboomKeys(choice: Choice, others: { seat: number; letter: string }[]): Key[] {
  const { keys } = t().kaboom;
  const { table } = choice;
  if (table.you === null) return [];
  const digit = (n: number): Key => ({
    key: String(n),
    does: '',
    run: () => {
      const aim = choice.aiming;
      const spot = `${aim?.seat ?? table.you}.${n - 1}`;
      if (aim) choice.flip(spot);
      else choice.press(spot);
    },
  });
  const slots = Array.from({ length: 9 }, (_, at) => digit(at + 1));
  return [
    { key: 'd', does: keys.draw, run: () => choice.draw() },
    { key: 't', does: keys.take, run: () => choice.take() },
    { key: 'b', does: keys.kaboom, run: () => choice.kaboom() },
    { key: 'u', does: keys.use, run: () => choice.act('use') },
    { key: 'x', does: keys.discard, run: () => choice.act('discard') },
    { key: 'n', does: keys.decline, run: () => choice.act('decline') },
    { key: 'l', does: keys.look, run: () => choice.act('look') },
    { key: 'f', shown: 'F 5', does: keys.flip, run: () => aim(choice) },
    { key: 'f', shown: `F ${others[0]?.letter ?? 'A'} 3`, does: keys.flipOther },
    { key: '1–9', does: keys.slots },
    { key: ' ', shown: keys.space, does: keys.ready, run: () => choice.act('ready') },
    { key: 'Escape', does: keys.back, run: () => choice.putBack() || (choice.near = null) },
    ...slots,
    ...(choice.aiming ? others.map(({ seat, letter }): Key => ({ key: letter.toLowerCase(), shown: letter, does: fill(keys.seat, { name: table.nameOf(seat) }), run: () => (choice.aiming = { seat }) })) : []),
  ];
}

/** Begins to aim at a card, if any may be flipped. */
function aim(choice: Choice): void {
  const able = choice.flips !== null;
  choice.putBack();
  if (able) choice.aiming = { seat: null };
  else choice.explain();
}
