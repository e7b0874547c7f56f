// A yaku of the guide in words.
import { monthOf } from '../../cards/names';
import { fill, listed, named, t } from '../../texts/texts.svelte';
import type { KoikoiGuide, KoikoiRecipe } from '../../protocol/types';

/** What it needs, what grows it, and what stands in its way. */
export function recipe(guide: KoikoiGuide, yaku: KoikoiRecipe, hidden: readonly string[] = []): string[] {
  const texts = t().learn.koikoi;
  const words = (codes: string[]) => {
    const words = codes.map((code) => named(t().cards.words, code));
    // Cards of one name are told apart by their months.
    return listed(new Set(words).size === words.length ? words : codes.map((code) => named(t().cards.months, String(monthOf(code)))));
  };
  const lines = [needs(yaku, words)];
  if (yaku.further > 0) lines.push(fill(texts.further, { n: yaku.further, what: texts.what[kindOf(guide, yaku.of)] }));
  if (yaku.after_call_points !== null) lines.push(fill(texts.afterCall, { n: yaku.after_call_points }));
  if (yaku.blocked_by.length > 0 && !yaku.bonus) lines.push(fill(texts.blocked, { cards: words(yaku.blocked_by) }));
  const replaced = yaku.replaces.filter((name) => !hidden.includes(name));
  if (replaced.length > 0) lines.push(fill(texts.replaces, { yaku: listed(replaced.map((name) => named(t().koikoi.yaku, name))) }));
  return lines;
}

function needs(yaku: KoikoiRecipe, words: (codes: string[]) => string): string {
  const texts = t().learn.koikoi;
  if (yaku.bonus) return texts.without;
  if (yaku.month !== null) return yaku.month === 'round' ? texts.roundMonth : texts.eachMonth;
  if (yaku.need === 0) return yaku.with.length > 3 ? fill(texts.allOf, { n: yaku.with.length }) : words(yaku.with);
  const counts = { n: yaku.need, all: yaku.of.length };
  if (yaku.with.length > 0) return fill(texts.withSome, { with: words(yaku.with), ...counts });
  return fill(yaku.need === yaku.of.length ? texts.allOf : texts.someOf, counts);
}

/** The kind that all of these cards count as. */
function kindOf(guide: KoikoiGuide, codes: string[]): 'light' | 'animal' | 'ribbon' | 'chaff' | 'card' {
  const kinds = codes.map((code) => guide.cards.find((card) => card.code === code)?.kinds ?? []);
  return (['light', 'animal', 'ribbon', 'chaff'] as const).find((kind) => kinds.every((of) => of.includes(kind))) ?? 'card';
}

const groups = {
  lights: ['five-lights', 'dry-four-lights', 'rainy-four-lights', 'three-lights'],
  viewings: ['cherry-viewing', 'moon-viewing'],
  number: ['animals', 'ribbons', 'chaff'],
} as const;

/** The yaku in groups that belong together; whatever is of none is a set. */
export function grouped(all: KoikoiRecipe[]): { group: 'lights' | 'viewings' | 'sets' | 'number'; yaku: KoikoiRecipe[] }[] {
  const of = ({ name }: KoikoiRecipe) => (Object.keys(groups) as (keyof typeof groups)[]).find((group) => (groups[group] as readonly string[]).includes(name)) ?? 'sets';
  return (['lights', 'viewings', 'sets', 'number'] as const)
    .map((group) => ({ group, yaku: all.filter((yaku) => of(yaku) === group) }))
    .filter(({ yaku }) => yaku.length > 0);
}
