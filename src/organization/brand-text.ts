/** A text in the extension's languages, by the names of their files; English replaces missing ones. */
export type Texts = { readonly en: string } & { readonly [language: string]: string | undefined };

/** The text in a language (a BCP 47 tag or a file name), or the English one. */
export const textIn = (text: Texts, language: string): string => text[language.replace('-', '_')] ?? text.en;
