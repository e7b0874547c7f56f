// The rules of the games in words: the catalogue's, or else what the house itself says about them.
import type { Game as GameName } from '../protocol/types';
import { t } from '../texts/texts.svelte';
import type { KnobInfo, PresetInfo } from './games.svelte';

interface Told { name: string; about: string }
interface Words { presets: Readonly<Record<string, Told>>; knobs: Readonly<Record<string, Told>>; words: Readonly<Record<string, string>> }

const texts = (game: GameName): Words => t().rules[game];
/** `poetry_with_blue` as words, if nobody has written any. */
const plainly = (name: string) => name.replaceAll(/[_-]/g, ' ').replace(/^./, (letter) => letter.toUpperCase());

export const presetName = (game: GameName, preset: string): string => texts(game).presets[preset]?.name ?? plainly(preset);
export const presetAbout = (game: GameName, { name, about }: PresetInfo): string => texts(game).presets[name]?.about ?? about;
export const knobName = (game: GameName, { name }: KnobInfo): string => texts(game).knobs[name]?.name ?? plainly(name);
export const knobAbout = (game: GameName, { name, about }: KnobInfo): string => texts(game).knobs[name]?.about ?? about;
/** What a word means may depend on the knob that takes it. */
export const wordName = (game: GameName, knob: string, word: string): string => texts(game).words[`${knob}.${word}`] ?? texts(game).words[word] ?? plainly(word);

/** The knobs in the order of a table's talk; whatever is in no group comes last. The seats of a table are chosen elsewhere. */
const groups = {
  koikoi: {
    match: ['rounds', 'stake'],
    calls: ['koikoi_limit', 'call_bonus', 'double_at', 'double_after_opponents_call', 'run_out_points', 'no_chaff'],
    play: ['must_capture', 'wild_lightning', 'cup_is_chaff'],
    dealer: ['first_dealer', 'dealer_after_win', 'dealer_after_draw', 'dealer_after_lucky_hand'],
    lucky: ['four_in_hand', 'pairs_in_hand', 'lucky_hand_points', 'both_lucky', 'four_on_field', 'pairs_on_field', 'three_on_field'],
    lights: ['five_lights', 'dry_four_lights', 'rainy_four_lights', 'three_lights', 'three_lights_with_rain'],
    animals: ['boar_deer_butterfly', 'boar_deer_butterfly_grows', 'boar_deer_butterfly_replaces', 'animals'],
    ribbons: ['poetry_ribbons', 'blue_ribbons', 'poetry_and_blue_grow', 'poetry_and_blue_replace', 'poetry_with_blue', 'poetry_with_blue_points', 'ribbons'],
    plains: ['chaff'],
    views: ['cherry_viewing', 'moon_viewing', 'viewing_after_call', 'rain_blocks_viewing', 'four_of_a_month', 'four_of_a_month_points'],
  },
  kierki: { match: ['deals', 'end_early'], play: ['no_heart_lead'], scores: ['traditional_scores'] },
  kaboom: {
    match: ['rounds', 'until_score', 'turn_limit', 'memory_aid'],
    flips: ['flip_penalty', 'one_wrong_flip_per_discard'],
    kaboom: ['lock_caller', 'caller_wins_ties'],
  },
} as const;
const elsewhere = ['seats'];

export function grouped(game: GameName, knobs: readonly KnobInfo[]): { title: string; knobs: KnobInfo[] }[] {
  const of: Readonly<Record<string, readonly string[]>> = groups[game];
  const titles: Readonly<Record<string, string>> = t().home.groups;
  const placed = new Set([...Object.values(of).flat(), ...elsewhere]);
  const known = Object.entries(of).map(([group, names]) => ({ title: titles[group] ?? group, knobs: names.flatMap((name) => knobs.filter((one) => one.name === name)) }));
  const rest = { title: t().home.groups.more, knobs: knobs.filter(({ name }) => !placed.has(name)) };
  return [...known, rest].filter(({ knobs }) => knobs.length > 0);
}
