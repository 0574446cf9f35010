import { readFileSync } from 'node:fs';
import type { ResolvedPublicFile } from 'wxt';
import type { Brand } from '../organization/brand.ts';
import { textIn } from '../organization/brand-text.ts';
import { SERVICE_SECTIONS } from '../ui/catalogue.ts';

const FOLDER = new URL('../ui/locales/', import.meta.url);

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
const OF_SERVICE = new RegExp(`^(${SERVICE_SECTIONS.join('|')})_`);
/** What the manifest names as its description. */
const DESCRIPTION = 'package_summary';

/**
 * Makes the files of texts those of one package: the description is the brand's, and what the service alone says is left out, which would
 * make them a third larger.
 */
export function packageTexts(files: ResolvedPublicFile[], brand: Brand): void {
  for (const file of files) {
    const language = TEXTS.exec(file.relativeDest)?.[1];
    if (language === undefined || !('contents' in file)) continue;
    const texts = JSON.parse(file.contents) as Record<string, unknown>;
    const own = Object.entries({ ...texts, [DESCRIPTION]: { message: descriptionIn(brand, language) } });
    file.contents = JSON.stringify(Object.fromEntries(own.filter(([key]) => !OF_SERVICE.test(key))), null, 2);
  }
}
