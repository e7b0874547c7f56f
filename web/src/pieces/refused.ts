import { Refusal } from '../protocol/http';
import { fill, t } from '../texts/texts.svelte';

type Words = Readonly<Record<string, string>>;

/** Why the house did not do something, in a sentence; `own` has the texts of whoever asks. */
export function refused(error: unknown, own: Words = {}): string {
  return refusedBy(error instanceof Refusal ? error : new Refusal('unknown', String(error)), own);
}

/** The same of a refusal that was kept. */
export function refusedBy({ code, message }: { code: string; message: string }, own: Words = {}): string {
  const texts: Words = t().refusals;
  return own[code] ?? texts[code] ?? fill(t().refusals.unknown, { message });
}
