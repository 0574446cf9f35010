import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { ownName } from './name.ts';
import type { Forms } from './plural.ts';

export type Text = string | Forms;

export type Language = {
  /** As BCP 47 writes it. */
  readonly name: string;
  /** What its speakers call it. */
  readonly ownName: string;
  readonly direction: 'ltr' | 'rtl';
  /** Every text, by key. */
  readonly texts: ReadonlyMap<string, Text>;
};

type Words = string | { readonly [key: string]: Words };
const words: z.ZodMiniType<Words> = z.lazy(() => z.union([z.string(), z.record(z.string(), words)]));
const section = z.record(z.string(), words);
const file = z.intersection(z.object({ language: z.string(), direction: z.enum(['ltr', 'rtl']) }), section);

const FOLDER = new URL('./locales/', import.meta.url);

/**
 * Every language there is a file for: by name, English first. A text that one lacks is there in English.
 * @param more a folder with files of the same names, whose texts are added
 * @throws Error when a file is not as the README beside it says
 */
export function readLanguages(more?: URL): readonly Language[] {
  const read = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const texts = file.parse(contentOf(new URL(name, FOLDER)));
      const added = more === undefined ? {} : section.parse(contentOf(new URL(name, more)));
      const { language, direction } = texts;
      return { name: language, ownName: ownName(language), direction, texts: new Map(flat({ ...texts, ...added })) };
    });
  const english = read.find(({ name }) => name === 'en')!;
  return read
    .map((one) => ({ ...one, texts: new Map([...english.texts, ...one.texts]) }))
    .sort((a, b) => Number(b.name === 'en') - Number(a.name === 'en') || (a.name < b.name ? -1 : 1));
}

const contentOf = (address: URL): unknown => JSON.parse(readFileSync(address, 'utf8'));

function flat(texts: Readonly<Record<string, Words>>, above = ''): [string, Text][] {
  return Object.entries(texts).flatMap(([name, value]): [string, Text][] => {
    const key = `${above}${name}`;
    if (typeof value === 'string') return [[key, value]];
    return typeof value.n === 'string' ? [[key, value as Forms]] : flat(value, `${key}.`);
  });
}
