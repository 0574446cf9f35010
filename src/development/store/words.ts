import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../ui/locales/', import.meta.url);

/** The languages of the extension. */
export const LANGUAGES: readonly string[] = readdirSync(fileURLToPath(FOLDER))
  .filter((name) => name.endsWith('.json'))
  .map((name) => basename(name, '.json'))
  .sort();

/** A text of the extension in one language, with its blanks filled. @throws Error where there is no such text */
export type Say = (key: string, blanks?: Readonly<Record<string, string>>) => string;

/** The texts of the extension in one of {@link LANGUAGES}. */
export function wordsIn(language: string): Say {
  const texts: unknown = JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8'));
  return (key, blanks = {}) => {
    const text = key
      .split('.')
      .reduce<unknown>((held, name) => (held as Record<string, unknown> | undefined)?.[name], texts);
    if (typeof text !== 'string') throw new Error(`There is no text "${key}" in ${language}.json`);
    return text.replace(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank);
  };
}
