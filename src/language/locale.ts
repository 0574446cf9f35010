import { browser } from 'wxt/browser';
import { type GeneratedI18nStructure, i18n, textOf } from './i18n.ts';
import { packedFormOf } from './plural.ts';

/**
 * The locale in which numbers and times are written: the browser's own where it is a variety of the language of the
 * texts (British dates in English texts), else the language of the texts, so that no sentence mixes two languages.
 */
export function textLocale(): string {
  const language = i18n.t('language');
  const own = browser.i18n.getUILanguage();
  return own === language || own.startsWith(`${language}-`) ? own : language;
}

/** A number with its digits grouped. */
export const numberInWords = (value: number): string => new Intl.NumberFormat(textLocale()).format(value);

type CountKey = {
  [Key in keyof GeneratedI18nStructure]: GeneratedI18nStructure[Key] extends { plural: true } ? Key : never;
}[keyof GeneratedI18nStructure];

/**
 * A text about a number of things, in the form that the person's language has for that number.
 * @param blanks what fills `$1` to `$9`; the number itself where they are not given
 */
export function countInWords(key: CountKey, count: number, blanks = [numberInWords(count)]): string {
  return packedFormOf(textOf(key, blanks), count, new Intl.PluralRules(i18n.t('language')));
}

/** The size of a file, for example `1.2 MB`. */
export function sizeInWords(bytes: number): string {
  const isLarge = bytes >= 1_000_000;
  const style = {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(textLocale(), style).format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1_000));
}

/** The parts that are there, in one line. From right to left a host among them is still read as it was written. */
export function lineOf(parts: readonly (string | null | undefined | false)[]): string {
  const there = parts.filter((part): part is string => typeof part === 'string' && part !== '');
  if (there.length === 0 || i18n.t('direction') !== 'rtl') return there.join(i18n.t('list.separator'));
  // A line within a line would have no letter by which to know its direction (Unicode Standard Annex 9, rule P2).
  return RIGHT_TO_LEFT_MARK + there.map(apart).join(i18n.t('list.separator'));
}

/** Several things as the language lists them: with its own comma, and its word before the last where it has one. */
export const listOf = (things: readonly string[]): string =>
  new Intl.ListFormat(textLocale(), { type: 'unit', style: 'short' }).format(
    i18n.t('direction') === 'rtl' ? things.map(apart) : things,
  );

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const RIGHT_TO_LEFT_MARK = '\u200f';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A name from elsewhere, isolated for use in a sentence: a right-to-left name would reorder the number or the bracket after it (Unicode Standard Annex 9, section 2.4).
 */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? apart(name) : name);

/** A text that keeps its own direction and that of what stands beside it, whichever that is. */
export const apart = (text: string): string => `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}`;
