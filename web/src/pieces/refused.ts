import { Refusal } from '../protocol/http';
import { fill, t } from '../texts/texts.svelte';

/** What went wrong, in a sentence; `own` has the texts of whoever asks. */
export function refused(error: unknown, own: Readonly<Record<string, string>> = {}): string {
  const { code, message } = error instanceof Refusal ? error : new Refusal('unknown', String(error));
  const texts: Readonly<Record<string, string>> = t().refusals;
  return own[code] ?? texts[code] ?? fill(t().refusals.unknown, { message });
}
