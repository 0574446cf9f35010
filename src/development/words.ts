import { readFileSync } from 'node:fs';
import type { ResolvedPublicFile } from 'wxt';
import { type Language, readLanguages } from '../language/catalogue.ts';
import { packForms } from '../language/plural.ts';
import type { Brand } from '../organization/brand.ts';
import { textIn } from '../organization/brand-text.ts';

const FOLDER = new URL('../language/locales/', import.meta.url);

/** A text of the extension in one language, with its blanks filled. @throws Error where there is no such text */
export type Say = (key: string, blanks?: Readonly<Record<string, string>>) => string;

/** The texts of the extension in one of its languages. */
export function wordsIn(language: string): Say {
  const texts: unknown = JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8'));
  return (key, blanks = {}) => {
    const text = key
      .split('.')
      .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], texts);
    if (typeof text !== 'string') throw new Error(`There is no text "${key}" in ${language}.json`);
    return text.replace(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank);
  };
}

/** What browsers and stores say of a brand's package in a language of the extension: its own words, or else those of the product. */
export const descriptionIn = ({ description }: Brand, language: string): string =>
  description === undefined ? wordsIn(language)('package.summary') : textIn(description, language);

const TEXTS = /^_locales[\\/](\w+)[\\/]messages\.json$/;
/** What the manifest names as its description. */
const DESCRIPTION = 'package_summary';
type Messages = Record<string, { readonly message: string }>;

/**
 * Makes the files of texts those of one package: a count has every form of its language, which the library's own format has not, and the
 * description is the brand's.
 */
export function packageTexts(files: ResolvedPublicFile[], brand: Brand): void {
  const languages = readLanguages();
  for (const file of files) {
    const folder = TEXTS.exec(file.relativeDest)?.[1];
    const language = languages.find(({ name }) => name === folder?.replace('_', '-'));
    if (folder === undefined || language === undefined || !('contents' in file)) continue;
    const messages = { ...packageMessages(language), [DESCRIPTION]: { message: descriptionIn(brand, folder) } };
    file.contents = JSON.stringify(messages, null, 2);
  }
}

/** The texts of the extension in one language, in the browser's own format. */
export function packageMessages({ name, texts }: Language): Messages {
  return Object.fromEntries(
    [...texts].map(([key, text]) => [
      key.replaceAll('.', '_'),
      { message: typeof text === 'string' ? text : packForms(text, name) },
    ]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Text as XML writes it, in content and in attributes of double quotes. */
export const xml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** Text in a cell of a Markdown table. */
export const cell = (text: string): string => text.replace(/\\/g, '\\\\').replace(/\|/g, '\\|').replace(/\s+/g, ' ');

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
