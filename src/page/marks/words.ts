import { filled } from '../../language/blanks.ts';
import { DAY, HOUR, MINUTE } from '../../storage/duration.ts';
import type { PageRuntime } from '../content-script.ts';

/** The texts on marks and cards, in the person's language. */
export type Words = {
  /** A text of `marks.*` in the locale files, for example `card_dispute`; the values replace `$1` to `$9`. */
  readonly say: (key: string, ...values: readonly string[]) => string;
  /** Language of the texts (BCP 47). It differs from the browser's where there are no texts in that language. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** A time in words: relative within a day, then the date. Null where it is not an ISO 8601 time. */
  readonly moment: (iso: string) => string | null;
};

/** Texts that the worker puts into our isolated world if the person chose another language than the browser's. */
type PageGlobals = { readonly waryTexts?: Readonly<Record<string, string>> | null };

/** Looks every text up in the language in force at that moment. */
export function wordsOf({ i18n }: PageRuntime, now: () => number = Date.now): Words {
  const textOf = (name: string, values: readonly string[] = []): string => {
    // Not an element of the page with this id.
    const waryTexts = Object.hasOwn(globalThis, 'waryTexts') && (globalThis as unknown as PageGlobals).waryTexts;
    return waryTexts ? filled(waryTexts[name] ?? '', values) : i18n.getMessage(name, values);
  };
  return {
    say: (key, ...values) => textOf(`marks_${key}`, values),
    get language() {
      return textOf('language');
    },
    get direction() {
      return textOf('direction') === 'rtl' ? 'rtl' : 'ltr';
    },
    moment: (iso) => {
      const [language, own] = [textOf('language'), i18n.getUILanguage()];
      return momentIn(own.startsWith(`${language}-`) ? own : language, iso, now());
    },
  };
}

/** See `Words.moment`. */
export function momentIn(language: string, iso: string, now: number): string | null {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return null;
  const ago = now - at;
  if (ago < 0 || ago >= DAY) return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(at);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return ago < HOUR
    ? relative.format(-Math.floor(ago / MINUTE), 'minute')
    : relative.format(-Math.floor(ago / HOUR), 'hour');
}
