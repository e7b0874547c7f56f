import { named, t } from '../../texts/texts.svelte';
import type { KierkiKindGuide } from '../../protocol/types';

/** What a kind of deal is called, and what it is about. */
export function kindText({ kind, name }: KierkiKindGuide): { name: string; text: string } {
  const { kinds, aims } = t().kierki;
  return { name: String(kind) in kinds ? named(kinds, String(kind)) : name, text: String(kind) in aims ? named(aims, String(kind)) : '' };
}
