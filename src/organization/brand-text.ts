/** A text in the languages of the extension, by the names of their files; the English one stands in for those that are left out. */
export type Texts = { readonly en: string } & { readonly [language: string]: string | undefined };

/** The text in a language, as BCP 47 or as its file is named, or the English one. */
export const textIn = (text: Texts, language: string): string => text[language.replace('-', '_')] ?? text.en;
