// A ruleset as the server explains it, asked for once. Whatever the page says about rules comes from here.
import { ask } from '../protocol/http';
import type { Game as GameName, Guide, KaboomGuide, KierkiGuide, KoikoiGuide, Rules } from '../protocol/types';

interface Guides {
  koikoi: KoikoiGuide;
  kierki: KierkiGuide;
  kaboom: KaboomGuide;
}

/** The guide to rules of one game. */
export type GuideTo<G extends GameName> = Pick<Guide, 'preset' | 'rules'> & { game: G } & Guides[G];
/** The guide to rules of some game. */
export type AnyGuide = { [G in GameName]: GuideTo<G> }[GameName];

const asked = new Map<string, Promise<AnyGuide>>();
let told = $state.raw<Readonly<Record<string, AnyGuide>>>({});

const keyOf = (game: GameName, of: { preset: string } | { rules: Rules }) => JSON.stringify({ game, ...of });

/** The guide to a preset, or to rules as a match has them. */
export function fetchGuide(game: GameName, of: { preset: string } | { rules: Rules }): Promise<AnyGuide> {
  const key = keyOf(game, of);
  let guide = asked.get(key);
  if (!guide) {
    guide = ask<AnyGuide>('POST', 'guide', { game, ...of });
    asked.set(key, guide);
    guide.then(
      (found) => (told = { ...told, [key]: found }),
      () => asked.delete(key),
    );
  }
  return guide;
}

/** The guide to the rules of a match; `null` as long as the house has not told it. A table can be played without: it shows less. */
export function guideTo<G extends GameName>(game: G, rules: Rules): GuideTo<G> | null {
  const key = keyOf(game, { rules });
  // Asking changes what is told, which must not happen while something is derived from it.
  if (!asked.has(key)) queueMicrotask(() => fetchGuide(game, { rules }).catch(() => {}));
  return (told[key] as GuideTo<G> | undefined) ?? null;
}
