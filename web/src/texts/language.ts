/** A text that depends on a number, by the categories of Intl.PluralRules. */
export interface Plural {
  readonly zero?: string;
  readonly one?: string;
  readonly two?: string;
  readonly few?: string;
  readonly many?: string;
  readonly other: string;
}

/** The forms that each language needs: a missing one is an error of types, and fails the build. */
export type Polish = { readonly one: string; readonly few: string; readonly many: string; readonly other: string };
export type Japanese = { readonly other: string };

/** The same texts in another language: every key, plurals with that language's forms. */
export type Texts<T, P> = {
  readonly [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? P : Texts<T[K], P>;
};

export type Language = 'en' | 'ja' | 'pl';
export const languages: readonly { code: Language; name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'ja', name: '日本語' },
  { code: 'pl', name: 'Polski' },
];
