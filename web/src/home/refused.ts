import { Refusal } from '../protocol/http';
import { fill, t } from '../texts/texts.svelte';

/** Why the house did not do something, in a sentence. */
export function refused(error: unknown): string {
  const code = error instanceof Refusal ? error.code : 'offline';
  return refusedBy(code, error instanceof Error ? error.message : '');
}

/** The same by the code of a refusal. */
export function refusedBy(code: string, message = code): string {
  const texts: Readonly<Record<string, string>> = t().refusals;
  return texts[code] ?? fill(t().refusals.unknown, { message });
}
