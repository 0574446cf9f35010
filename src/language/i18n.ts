import { browser } from 'wxt/browser';
import type { GeneratedI18nStructure } from '#i18n';
import { filled } from './blanks.ts';

/** The texts of one language, as the package carries them: keys with `_` for each point, plural forms packed. */
export type Messages = Readonly<Record<string, { readonly message: string }>>;
/** Where the texts of the language in force are; null where they are those of the browser's own language. */
export type TextsInForce = { value: Messages | null };

let texts: TextsInForce = { value: null };

/** Has every text come from here from now on. A page gives a signal, so that what it shows follows by itself. */
export function takeTextsFrom(place: TextsInForce): void {
  texts = place;
}

/** Puts the texts of a language in force; null for the browser's own. */
export function speak(messages: Messages | null): void {
  texts.value = messages;
}

/** The texts that were put in force; null where they are the browser's. */
export const textsInForce = (): Messages | null => texts.value;

/**
 * A text in the language in force.
 * @param blanks for `$1` to `$9`
 */
export function textOf(key: string, blanks: readonly string[] = []): string {
  const name = key.replaceAll('.', '_');
  const text = texts.value?.[name]?.message;
  // The browser's types know the names that are its own alone.
  return text ? filled(text, blanks) : browser.i18n.getMessage(name as '@@ui_locale', blanks as string[]);
}

type Blanks = Readonly<Record<string, string | number>>;
/** What the library says that a text takes. Counts are said by `countInWords`, so that no text takes more than names. */
type Said<Text> = Text extends { namedSubstitutions: readonly (infer Name extends string)[] }
  ? [blanks: Readonly<Record<Name, string | number>>]
  : [];
type Key = {
  [Each in keyof GeneratedI18nStructure]: GeneratedI18nStructure[Each] extends { plural: false; substitutions: 0 }
    ? Each
    : never;
}[keyof GeneratedI18nStructure];

/** The texts of the extension in the language in force; keys and blanks have the types that the library makes of the original. */
export const i18n = {
  /** A text with its `{names}` filled in. */
  t: <K extends Key>(key: K, ...[blanks]: Said<GeneratedI18nStructure[K]>): string =>
    textOf(key).replace(/\{(\w+)\}/g, (blank, name: string) => `${(blanks as Blanks | undefined)?.[name] ?? blank}`),
};

export type { GeneratedI18nStructure };
