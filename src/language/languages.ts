import { readdirSync } from 'node:fs';

const FOLDER = new URL('./locales/', import.meta.url);
const ORIGINAL = 'en';

/**
 * The languages of the extension, each named as its file of texts is; the first stands in for one that it does not have. A build puts
 * what is read here in the place of this module, since a browser has no such folder.
 */
export const LANGUAGES: readonly string[] = [
  ORIGINAL,
  ...readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''))
    .filter((language) => language !== ORIGINAL)
    .sort(),
];
