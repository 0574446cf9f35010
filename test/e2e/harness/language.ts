import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTENSION } from './build.ts';

type Texts = Record<string, { message: string }>;

const KEPT = new Set(['language', 'direction', 'list_separator']);
const BLANK = /\{\w+\}|\$\d|%s/g;
const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'ë',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  A: 'Å',
  E: 'É',
  O: 'Ø',
};

/** A text with accents everywhere and two fifths longer, like the longest translations; a count in all its forms. */
export function widened(text: string): string {
  return text
    .split(' | ')
    .map((form) => {
      const accented = form.replace(/\{\w+\}|\$\d|%s|[aeioucnAEO]/g, (part) => ACCENTS[part] ?? part);
      return `${accented} ${'wïdër '.repeat(Math.max(1, Math.round(form.replace(BLANK, '').length / 15))).trim()}`;
    })
    .join(' | ');
}

/** The texts of the built extension in one of its languages. */
export const textsIn = (language: string): Texts =>
  JSON.parse(readFileSync(join(EXTENSION, '_locales', language, 'messages.json'), 'utf8'));

/** The {@link widened} texts of English. */
export function wideTexts(): Texts {
  const texts = textsIn('en');
  for (const [key, text] of Object.entries(texts)) if (!KEPT.has(key)) text.message = widened(text.message);
  return texts;
}
