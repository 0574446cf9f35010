import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Browser } from './browser.ts';
import { EXTENSION } from './build.ts';

/** A pseudo-language: {@link widened} English. */
export const WIDE = 'wide';
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

/**
 * A copy of the extension with the texts of one language, or {@link WIDE}, whatever the browser's language: a system's
 * Chromium often has only English.
 * @returns its folder, and a function that removes it
 */
export function packageIn(language: string): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), `wary-${language}-`));
  cpSync(EXTENSION, folder, { recursive: true });
  const locales = join(folder, '_locales');
  const file = (name: string) => join(locales, name, 'messages.json');
  const texts = JSON.parse(readFileSync(file(language === WIDE ? 'en' : language), 'utf8')) as Texts;
  if (language === WIDE)
    for (const [key, text] of Object.entries(texts)) if (!KEPT.has(key)) text.message = widened(text.message);
  for (const name of readdirSync(locales)) if (name !== 'en') rmSync(join(locales, name), { recursive: true });
  writeFileSync(file('en'), JSON.stringify(texts));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Opens the pages that everyone meets, using no text, and checks each; the warning also with each of its parts
 * unfolded.
 * @param look called with the page and its name
 */
export async function lookAround(wary: Browser, look: (page: Page, name: string) => Promise<void>): Promise<void> {
  const warning = await wary.open('http://drainer.wary.test/claim');
  const folds = warning.locator('button[aria-expanded]');
  await expect(folds.first()).toBeVisible();
  await look(warning, 'warning');
  for (const [index, fold] of (await folds.all()).entries()) {
    await fold.click();
    await look(warning, `warning-unfolded-${index + 1}`);
  }
  for (const name of ['settings', 'welcome', 'steps']) {
    const page = await wary.open(wary.url(`${name}.html`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await look(page, name);
    await page.close();
  }
  const popup = await wary.popup(await wary.open('http://quiet.example/'));
  const main = popup.locator('.button-primary').first();
  await expect(main).toBeVisible();
  await look(popup, 'popup');
  await main.click();
  await expect(popup.locator('form')).toBeVisible();
  await look(popup, 'popup-report');
}
