import { t } from '../../texts/texts.svelte';
import type { DealKind } from '../guide';

/** What a kind of deal is called, and what it is about. */
export function kindText({ kind, name }: DealKind): { name: string; text: string } {
  const kinds = t().learn.kierki.kinds as Readonly<Record<string, { name: string; text: string }>>;
  return kinds[kind] ?? { name, text: '' };
}
