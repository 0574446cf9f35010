import { browser } from 'wxt/browser';
import { i18n } from '#i18n';
import { apart } from './isolation.ts';

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
  const isolated = i18n.t('direction') === 'rtl' ? there.map(apart) : there;
  return isolated.join(i18n.t('list.separator'));
}
