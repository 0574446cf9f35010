import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
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

/** Elements wider than their place on a small telephone, which has the width of a wide screen at 400 %. */
export async function overflows(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 640 });
  return page.evaluate(() =>
    [...document.querySelectorAll('html, h1, h2, h3, p, dt, dd, button, a, label, li')]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent?.slice(0, 60)}`),
  );
}
