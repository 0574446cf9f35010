import type { PageRuntime } from '../content-script.ts';

/** The texts on marks and cards, in the person's language. */
export type Words = {
  /** A text of `marks.*` in the locale files, for example `card_dispute`, with these values for its `$1` to `$9`. */
  readonly say: (key: string, ...values: readonly string[]) => string;
  /** Of the texts, as BCP 47 writes it. The browser's own may be another one, which there are no texts in. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** A moment in words: relative within a day, then the date. Null where it is no ISO 8601 time. */
  readonly moment: (iso: string) => string | null;
};

const HOUR_MS = 3_600_000;

export function wordsOf({ i18n }: PageRuntime, now: () => number = Date.now): Words {
  const language = i18n.getMessage('language');
  const own = i18n.getUILanguage();
  const locale = own.startsWith(`${language}-`) ? own : language;
  return {
    say: (key, ...values) => i18n.getMessage(`marks_${key}`, values),
    language,
    direction: i18n.getMessage('direction') === 'rtl' ? 'rtl' : 'ltr',
    moment: (iso) => momentIn(locale, iso, now()),
  };
}

/** See `Words.moment`. */
export function momentIn(language: string, iso: string, now: number): string | null {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return null;
  const ago = now - at;
  if (ago < 0 || ago >= 24 * HOUR_MS) return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(at);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return ago < HOUR_MS
    ? relative.format(-Math.floor(ago / 60_000), 'minute')
    : relative.format(-Math.floor(ago / HOUR_MS), 'hour');
}
