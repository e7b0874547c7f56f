// What there is to do now, in words: a title, and a sentence about what follows.
import { cardName } from '../cards/names';
import { fill, listed, named, t } from '../texts/texts.svelte';
import type { KaboomRoundResult } from '../protocol/types';
import type { Choice } from './choice.svelte';
import { isOpen, knobs, rankOf, seatOf, type KaboomView } from './view';

export interface Prompt {
  title: string;
  text: string;
}

export function prompt(choice: Choice): Prompt {
  const { view, table } = choice;
  const { asks } = t().kaboom;
  const you = table.you;
  if (isOpen(view)) return { title: view.outcome ? t().table.over : asks.result, text: view.last ? ending(view.last, choice) : '' };
  if (choice.aiming) return { title: asks.aim, text: choice.aiming.seat === null ? asks.aimText : fill(asks.aimSlot, { name: choice.nameOf(choice.aiming.seat) }) };
  if (choice.selected) return { title: asks.flip, text: fill(asks.flipText, { rank: named(t().kaboom.rank, rankOf(view.discard_pile.at(-1) ?? '')), n: knobs(view).flip_penalty }) };
  if (view.gift) {
    const names = { name: choice.nameOf(view.gift.flipper), to: choice.nameOf(seatOf(view.gift.to)) };
    return view.gift.flipper === you ? { title: asks.give, text: fill(asks.giveText, names) } : { title: fill(asks.gives, names), text: asks.givesText };
  }
  if (view.stage.to === 'ready') return beforePlay(choice);
  const last = view.caller === null ? '' : fill(view.caller === you ? asks.youCalled : asks.lastTurns, { name: choice.nameOf(view.caller) });
  if (you === null || view.turn !== you) return { title: fill(asks.turnOf, { name: choice.nameOf(view.turn) }), text: last || doing(view, choice) };
  return own(choice, last);
}

function beforePlay({ view, table, nameOf }: Choice): Prompt {
  const { asks } = t().kaboom;
  const waited = view.hands.map((_, seat) => seat).filter((seat) => !view.ready.includes(seat));
  if (table.you === null || view.ready.includes(table.you)) return { title: asks.wait, text: fill(asks.waitText, { names: listed(waited.map(nameOf)) }) };
  return view.looked.includes(table.you) ? { title: asks.ready, text: asks.readyText } : { title: asks.look, text: asks.lookText };
}

function own(choice: Choice, last: string): Prompt {
  const { view } = choice;
  const { asks, abilities } = t().kaboom;
  const top = view.discard_pile.at(-1);
  const held = view.held?.card ?? null;
  switch (view.stage.to) {
    case 'first-move':
      if (choice.calling) return { title: asks.kaboom, text: asks.kaboomText };
      if (choice.taking && top) return { title: asks.take, text: fill(asks.takeText, { card: cardName(top) }) };
      return { title: asks.first, text: last || asks.firstText };
    case 'pick':
      return { title: abilities[view.stage.ability].pick, text: abilities[view.stage.ability].text };
    case 'swap-with':
      return { title: asks.swapWith, text: asks.swapWithText };
    case 'peek-again':
      return { title: asks.again, text: asks.againText };
    default: {
      // The card has just left the hand: what follows is not shown yet.
      if (held === null) return { title: '', text: last };
      const ability = choice.may('use') ? choice.guide?.cards.find(({ code }) => code === held)?.ability : null;
      return { title: fill(asks.drawn, { card: cardName(held) }), text: ability ? abilities[ability].offer : asks.keepText };
    }
  }
}

/** What somebody else is doing. */
function doing(view: KaboomView, choice: Choice): string {
  const { does, flip } = t().kaboom;
  if (choice.flips) return flip;
  switch (view.stage.to) {
    case 'drawn':
    case 'spent':
      return does.drawn;
    case 'pick':
      return does[view.stage.ability];
    case 'swap-with':
      return does.swap;
    case 'peek-again':
      return does['peek-two'];
    default:
      return does.first;
  }
}

/** How a round ended, in a sentence. */
export function ending(last: KaboomRoundResult, { table, nameOf }: Pick<Choice, 'table' | 'nameOf'>): string {
  const { ended } = t().kaboom;
  if (last.caller === null) return last.ending === 'turn-limit' ? ended.limit : ended.out;
  const points = last.points[last.caller] ?? 0;
  const sum = last.sums[last.caller] ?? 0;
  const you = last.caller === table.you;
  const text = points === 0 && sum <= Math.min(...last.sums) ? (you ? ended.youWon : ended.won) : you ? ended.youLost : ended.lost;
  return fill(text, { name: nameOf(last.caller), sum, points });
}
