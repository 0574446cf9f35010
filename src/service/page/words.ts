import { html, raw } from 'hono/html';
import type * as z from 'zod/mini';
import ar from 'zod/v4/locales/ar.js';
import de from 'zod/v4/locales/de.js';
import en from 'zod/v4/locales/en.js';
import es from 'zod/v4/locales/es.js';
import type { Language, Text } from '../../language/catalogue.ts';
import { formOf } from '../../language/plural.ts';
import { codeOf, type Issue, textKeyOf } from '../database/refused.ts';
import type { TextKey } from '../languages.ts';

/** Of the languages that pages have; a service that loaded those of all languages would start more slowly. */
const LOCALES = new Map(Object.entries({ ar, de, en, es }));

export type Html = ReturnType<typeof html>;
/** The value of a placeholder: numbers are formatted, texts are isolated from the sentence around them (bidi). */
export type Blank = string | number | Html;
type TimeUnit = 'minute' | 'hour' | 'day';
export type Blanks = Readonly<Record<string, Blank>>;

/** Letters of right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** A placeholder with the bidi isolates around it, which right-to-left languages have, or a word in isolates. */
const BLANK = /([\u2066-\u2068]?)\{(\w+)\}\u2069?|([\u2066-\u2068])([^\u2066-\u2069{}]+)\u2069/g;
const LEFT_TO_RIGHT_ISOLATE = '\u2066';

/** Texts, numbers and dates in one language, and the addresses that keep it. */
export class Words {
  /** As BCP 47 writes it. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly #texts: ReadonlyMap<string, Text>;
  readonly #locale: string;
  readonly #isChosen: boolean;
  #plurals: Intl.PluralRules | undefined;
  #numbers: Intl.NumberFormat | undefined;
  #days: Intl.DateTimeFormat | undefined;
  #moments: Intl.DateTimeFormat | undefined;

  /** @param locale of numbers and dates @param isChosen whether the language is in the address: links then keep it */
  constructor({ name, direction, texts }: Language, locale: string, isChosen: boolean) {
    this.language = name;
    this.direction = direction;
    this.#texts = texts;
    this.#locale = locale;
    this.#isChosen = isChosen;
  }

  /** A text for the content of an element. `count` selects the plural form. @throws Error for a missing value */
  t(key: TextKey, blanks: Blanks = {}): Html {
    return this.#filled(key, blanks, isolated);
  }

  /** A text without markup, for an attribute or the title of a page. */
  label(key: TextKey, blanks: Blanks = {}): Html {
    // As character references, because pages show the characters themselves visibly (`inWrittenOrder`).
    return this.#filled(
      key,
      blanks,
      (value, isLeftToRight) => html`${raw(isLeftToRight ? '&#8294;' : '&#8296;')}${value}${raw('&#8297;')}`,
    );
  }

  /** A text without placeholders. */
  word(key: TextKey): string {
    return this.#textOf(key, undefined);
  }

  /** A text without placeholders; null where there is none. */
  find(key: string): string | null {
    const text = this.#texts.get(key);
    return typeof text === 'string' ? text : null;
  }

  /** What is wrong, as a sentence without its path. */
  issue(one: Issue): Html {
    const code = codeOf(one);
    if (code === null) return html`${sentence(this.#schemaText(one.schema!))}`;
    const blanks = Object.entries(one.params ?? {}).map(([name, value]): [string, Blank] => [
      name,
      typeof value === 'object' ? this.issue(value) : value,
    ]);
    return this.#filled(textKeyOf(code), Object.fromEntries(blanks), isolated, sentence);
  }

  /** What a schema found, in words of its library. */
  #schemaText(found: z.core.$ZodIssue): string {
    const made = LOCALES.get(this.language)?.().localeError?.(found as z.core.$ZodRawIssue);
    return (typeof made === 'string' ? made : made?.message) ?? found.message;
  }

  number(value: number): string {
    this.#numbers ??= new Intl.NumberFormat(this.#locale);
    return this.#numbers.format(value);
  }

  /** A day, for example "20 November 2026" (UTC: the page does not know where its reader is). */
  day(date: Date): string {
    this.#days ??= new Intl.DateTimeFormat(this.#locale, { dateStyle: 'long', timeZone: 'UTC' });
    return this.#days.format(date);
  }

  /** A moment, for example "20 November 2026 at 10:00 UTC". */
  moment(date: Date): string {
    this.#moments ??= new Intl.DateTimeFormat(this.#locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    });
    return this.#moments.format(date);
  }

  /** A moment by its distance from now, for example "3 hours ago" (a negative count) or "in 2 days". */
  distance(count: number, unit: TimeUnit, style: 'long' | 'narrow' = 'long'): string {
    return new Intl.RelativeTimeFormat(this.#locale, { numeric: 'always', style }).format(count, unit);
  }

  /** A length of time, for example "2 days". */
  span(count: number, unit: TimeUnit): string {
    return new Intl.NumberFormat(this.#locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  }

  /** The size of a file, for example "1.4 MB". @param bytes */
  fileSize(bytes: number): string {
    return bytes < 1_000_000
      ? this.size(Math.ceil(bytes / 1_000), 'kilobyte')
      : this.size(bytes / 1_000_000, 'megabyte');
  }

  /** A size, for example "4 MB". */
  size(count: number, unit: 'kilobyte' | 'megabyte'): string {
    const digits = unit === 'kilobyte' ? 0 : 1;
    return new Intl.NumberFormat(this.#locale, { style: 'unit', unit, maximumFractionDigits: digits }).format(count);
  }

  /** A share of 1, for example "87%". */
  percent(share: number): string {
    return new Intl.NumberFormat(this.#locale, { style: 'percent' }).format(share);
  }

  /** The path of a page, with the language where it was chosen. */
  href(path: string): string {
    return this.#isChosen ? `${path}${path.includes('?') ? '&' : '?'}language=${this.language}` : path;
  }

  #filled(
    key: TextKey,
    blanks: Blanks,
    apart: (value: Blank, isLeftToRight: boolean) => Html,
    formed: (text: string) => string = (text) => text,
  ): Html {
    const text = formed(this.#textOf(key, blanks.count));
    const parts: Blank[] = [];
    let end = 0;
    for (const match of text.matchAll(BLANK)) {
      const [whole, isolate, name = '', wordIsolate, word] = match;
      const value = word ?? blanks[name];
      if (value === undefined) throw new Error(`The text ${key} has the blank ${name}, which nothing fills`);
      const isLeftToRight = (wordIsolate ?? isolate) === LEFT_TO_RIGHT_ISOLATE;
      parts.push(text.slice(end, match.index), this.#part(value, isLeftToRight, apart));
      end = match.index + whole.length;
    }
    parts.push(text.slice(end));
    return html`${parts}`;
  }

  #part(value: Blank, isLeftToRight: boolean, apart: (value: Blank, isLeftToRight: boolean) => Html): Blank {
    if (typeof value === 'number') return this.number(value);
    // No isolation needed between left-to-right letters only.
    return this.direction === 'ltr' && !RIGHT_TO_LEFT.test(String(value)) ? value : apart(value, isLeftToRight);
  }

  #textOf(key: TextKey, count: Blank | undefined): string {
    const text = this.#texts.get(key);
    if (text === undefined) throw new Error(`There is no text ${key}`);
    if (typeof text === 'string') return text;
    if (typeof count !== 'number') throw new Error(`The text ${key} needs a count`);
    this.#plurals ??= new Intl.PluralRules(this.language);
    return formOf(text, count, this.#plurals);
  }
}

const isolated = (value: Blank, isLeftToRight: boolean): Html =>
  isLeftToRight ? html`<bdi dir="ltr">${value}</bdi>` : html`<bdi>${value}</bdi>`;

/** A text with a capital letter and a full stop; a reason at its end brings its own. */
function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /([.!?]|\{reason\})$/.test(begun) ? begun : `${begun}.`;
}
