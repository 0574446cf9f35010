import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type english from './locales/en.json';
import { ownName } from './name.ts';
import type { Forms } from './plural.ts';

/** Sections that only the service uses. The extension's package omits them. */
export const SERVICE_SECTIONS = ['portal', 'desk', 'issue'] as const;
/** Sections of the extension that the service uses too. */
type SharedSection = 'asset' | 'check' | 'marks' | 'privacy' | 'refusal' | 'report' | 'scam' | 'traffic' | 'verdict';

export type Text = string | Forms;

type KeysOf<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string | { readonly n: string }
    ? Key
    : `${Key}.${KeysOf<Words[Key]>}`;
}[keyof Words & string];
/** Key of a text that the service may use, for example `portal.report.title`. */
export type TextKey = KeysOf<Pick<typeof english, (typeof SERVICE_SECTIONS)[number] | SharedSection>>;

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
const file = z.intersection(
  z.object({ language: z.string(), direction: z.enum(['ltr', 'rtl']) }),
  z.record(z.string(), words),
);

const FOLDER = new URL('./locales/', import.meta.url);

/**
 * Every language there is a file for: by name, English first. A text that one lacks is there in English.
 * @throws Error when a file is not as the README beside it says
 */
export function readLanguages(): readonly Language[] {
  const read = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const content: unknown = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
      const texts = file.parse(content);
      const { language, direction } = texts;
      return { name: language, ownName: ownName(language), direction, texts: new Map(flat(texts)) };
    });
  const english = read.find(({ name }) => name === 'en')!;
  return read
    .map((one) => ({ ...one, texts: new Map([...english.texts, ...one.texts]) }))
    .sort((a, b) => Number(b.name === 'en') - Number(a.name === 'en') || (a.name < b.name ? -1 : 1));
}

function flat(texts: Readonly<Record<string, Words>>, above = ''): [string, Text][] {
  return Object.entries(texts).flatMap(([name, value]): [string, Text][] => {
    const key = `${above}${name}`;
    if (typeof value === 'string') return [[key, value]];
    return typeof value.n === 'string' ? [[key, value as Forms]] : flat(value, `${key}.`);
  });
}
