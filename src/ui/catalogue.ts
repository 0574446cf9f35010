import { readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type english from './locales/en.json';

/** What the service alone says. The extension's package leaves it out. */
export const SERVICE_SECTIONS = ['portal', 'desk'] as const;
/** What the service says besides, in the words of the extension. */
const SHARED_SECTIONS = ['asset', 'privacy', 'refusal', 'report', 'scam', 'traffic'] as const;

/** The forms of a text that counts something: `n`, the digits `0` to `2`, and names of plural categories (Unicode CLDR). */
type Forms = Readonly<Record<string, string>>;
export type Text = string | Forms;

type KeysOf<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string | { readonly n: string }
    ? Key
    : `${Key}.${KeysOf<Words[Key]>}`;
}[keyof Words & string];
type Sections = (typeof SERVICE_SECTIONS | typeof SHARED_SECTIONS)[number];
/** A text that the service may say, for example `portal.report.title`. */
export type TextKey = KeysOf<Pick<typeof english, Extract<Sections, keyof typeof english>>>;

export type Language = {
  /** As BCP 47 writes it. */
  readonly name: string;
  /** What its speakers call it. */
  readonly ownName: string;
  readonly direction: 'ltr' | 'rtl';
  /** By key. */
  readonly texts: ReadonlyMap<string, Text>;
};

type Words = string | { readonly [key: string]: Words };
const words: z.ZodMiniType<Words> = z.lazy(() => z.union([z.string(), z.record(z.string(), words)]));
const file = z.looseObject({ language: z.string(), direction: z.enum(['ltr', 'rtl']) });

const FOLDER = new URL('./locales/', import.meta.url);

/**
 * Every language there is a file for, as the service says it: by name, English first.
 * @throws Error when a file is not as the README beside it says
 */
export function readLanguages(): readonly Language[] {
  const read = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const content: unknown = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
      const { language, direction, ...sections } = file.parse(content);
      const texts = [...SERVICE_SECTIONS, ...SHARED_SECTIONS].flatMap((section) =>
        section in sections ? flat(words.parse(sections[section]), section) : [],
      );
      return { name: language, ownName: ownName(language), direction, texts: new Map(texts) };
    });
  return read.sort((a, b) => Number(b.name === 'en') - Number(a.name === 'en') || (a.name < b.name ? -1 : 1));
}

const ownName = (language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;

function flat(value: Words, key: string): [string, Text][] {
  if (typeof value === 'string') return [[key, value]];
  if (typeof value.n === 'string') return [[key, value as Forms]];
  return Object.entries(value).flatMap(([name, inner]) => flat(inner, `${key}.${name}`));
}
