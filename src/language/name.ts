/** Stands for the browser's language where a language can be chosen. */
export const BROWSER_LANGUAGE = 'browser';

/** What its speakers call a language. @param language as its file is named, or as BCP 47 writes it */
export function ownName(language: string): string {
  const tag = language.replace('_', '-');
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? language;
}
