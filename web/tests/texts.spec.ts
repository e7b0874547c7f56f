// The catalogues: no text is kept that nobody shows.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import en from '../src/texts/en';

const home = join(import.meta.dirname, '../..');

function words(folder: string, wanted: RegExp, of: RegExp): string[] {
  const files = readdirSync(join(home, folder), { recursive: true, encoding: 'utf8' }).filter((name) => wanted.test(name));
  return files.flatMap((name) => readFileSync(join(home, folder, name), 'utf8').match(of) ?? []);
}

type Texts = { readonly [name: string]: string | Texts };

function leaves(texts: Texts, path: string[] = []): string[][] {
  return Object.entries(texts).flatMap(([name, text]) => (typeof text === 'string' || 'other' in text ? [[...path, name]] : leaves(text, [...path, name])));
}

test('every text is shown somewhere', () => {
  // A text is asked for by its name, or by a code of the server; `1-crane` is the code of a card, `knob.word` a word of one knob.
  const own = new Set(words('web/src', /^(?!texts.(en|ja|pl)).*\.(ts|svelte)$/, /[\w-]+/g));
  const codes = new Set(words('crates', /\.(rs|json)$/, /"[\w.-]+"/g).flatMap((code) => code.slice(1, -1).split('.')));
  const asked = (name: string) => own.has(name) || codes.has(name) || /^\d+-/.test(name) || name.includes('.');
  expect(leaves(en).filter((path) => !asked(path.at(-1) as string)).map((path) => path.join('.'))).toEqual([]);
});
