// The texts of the page. `t()` is the catalogue of the chosen language; `fill` puts values into a text.
import en from './en';
import { languages, type Language, type Plural } from './language';

/** What every language has; plurals with whatever forms it needs. */
type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Plural : Shape<T[K]> };
export type Catalogue = Shape<typeof en>;

const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: async () => en,
  ja: async () => (await import('./ja')).default,
  pl: async () => (await import('./pl')).default,
};

const remembered = 'tefuda-language';
let catalogue = $state.raw<Catalogue>(en);
let language = $state<Language>('en');
let plurals = new Intl.PluralRules('en');

/** The catalogue of the chosen language. */
export const t = (): Catalogue => catalogue;

/** The chosen language. */
export const spoken = (): Language => language;

/** Speaks another language from now on. */
export async function speak(chosen: Language, remember = true): Promise<void> {
  catalogue = await loaders[chosen]();
  language = chosen;
  plurals = new Intl.PluralRules(chosen);
  document.documentElement.lang = chosen;
  if (remember) localStorage.setItem(remembered, chosen);
}

/** The language that was chosen before, or else the first of the browser's that there is. */
export function preferred(): Language {
  const known = (wanted: string) => languages.find(({ code }) => wanted.toLowerCase().split('-')[0] === code)?.code;
  const chosen = localStorage.getItem(remembered);
  return (chosen && known(chosen)) || navigator.languages.map(known).find((code) => code !== undefined) || 'en';
}

/** Puts values where a text has `{name}`; `n` chooses the form of a plural. */
export function fill(text: string | Plural, values: Record<string, string | number> = {}): string {
  const form = typeof text === 'string' ? text : (text[plurals.select(Number(values.n))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text by a code that came from the server; codes without a text are shown as they are. */
export function named(texts: Readonly<Record<string, string>>, code: string): string {
  return texts[code] ?? code;
}

/** 'a, b and c' as the language has it. */
export function listed(items: string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(items);
}
