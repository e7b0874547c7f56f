// The order of a hand: by suits with alternating colours, low cards first.

const ranks = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];

export const suitOf = (card: string): string => card.slice(-1);
export const rankOf = (card: string): string => card.slice(0, -1);

/** Where a suit is missing, the two of its colour's opposite stand apart from each other. */
const orders: Readonly<Record<string, string>> = { H: 'SDC', C: 'HSD', S: 'HCD', D: 'SHC' };

/** The hand in order. The order of the suits follows from the cards as dealt, so that it stays the same for the whole deal. */
export function sorted(hand: string[], dealt: string[]): string[] {
  const missing = [...'SHCD'].filter((suit) => !dealt.some((card) => suitOf(card) === suit));
  const order = (missing.length === 1 && orders[missing[0] as string]) || 'SHCD';
  const place = (card: string) => order.indexOf(suitOf(card)) * 100 + ranks.indexOf(rankOf(card));
  return hand.toSorted((a, b) => place(a) - place(b));
}
