import { words } from './platform.ts';

/** The languages and countries in which platforms write their addresses (ISO 639-1, ISO 3166-1), and three that are neither. */
const LANGUAGES = words(
  'ar bg bn ca cs da de el en es et fa fi fil fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh',
);
const COUNTRIES = words(
  'ae ar at au be bg br ca ch cl cn co cz de dk ee eg es fi fr gb gr hk hr hu id ie il in it jp ke kr lt lv ma mx my ng nl nz pe ph pk ' +
    'pl pt ro rs ru sa se sg si sk th tr tw ua uk us vn za 419 hans hant',
);

/**
 * Whether a path segment is a language with its country (`de-DE`, `pt_BR`, `es-419`), which is nobody's account.
 * @param alone a language alone, `de`, is one too
 */
export function isLocale(segment: string, alone: boolean): boolean {
  const found = /^([a-z]{2,3})(?:[-_]([a-z]{2,4}|419))?$/i.exec(segment);
  if (!found || !LANGUAGES.includes(found[1]!.toLowerCase())) return false;
  return found[2] === undefined ? alone : COUNTRIES.includes(found[2].toLowerCase());
}

/** A path without the language before it; null where none stands there. */
export function afterLocale(path: string, alone: boolean): string | null {
  const end = path.indexOf('/', 1);
  const first = end < 0 ? path.slice(1) : path.slice(1, end);
  if (!isLocale(first, alone)) return null;
  return end < 0 ? '/' : path.slice(end);
}
