import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { LANGUAGES } from '../../src/language/languages.ts';
import { BROWSER_LANGUAGE } from '../../src/language/name.ts';
import type { ExtensionApi } from '../e2e/harness/extension-api.ts';

declare const chrome: ExtensionApi;

/** Where all pictures go. */
export const FOLDER = join(import.meta.dirname, '..', '..', 'screenshots');
const SCHEMES = ['light', 'dark'] as const;

/** Widths of a page, in CSS pixels; the popup has one of its own. */
export const PAGE_WIDTHS = [320, 1280] as const;
export const POPUP_WIDTHS = [360] as const;
/** A popup is as high as its content, and no higher than this. */
const MAX_POPUP_HEIGHT = 600;
const PAGE_HEIGHT = 800;

/**
 * Takes a page's picture in every language, in light and dark and at each width, whole length, as
 * `screenshots/<name>[-<language>]-<scheme>-<width>.png`: a page of the extension follows the language that is chosen, and keeps its
 * state. The popup is pictured in the frame that it has under its button.
 * @param again brings about the state once more in the chosen language, where the page is not one of the extension or its state does not last
 */
export async function shoot(
  page: Page,
  name: string,
  widths: readonly number[] = PAGE_WIDTHS,
  again?: () => Promise<unknown>,
): Promise<void> {
  await shootOnce(page, name, widths);
  for (const language of LANGUAGES.slice(1)) {
    await speak(page, language);
    await again?.();
    await shootOnce(page, `${name}-${language}`, widths);
  }
  await speak(page, BROWSER_LANGUAGE);
  await again?.();
}

/** Takes a page's picture in the language that it is in, in light and dark and at each width. */
export async function shootOnce(page: Page, name: string, widths: readonly number[] = PAGE_WIDTHS): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const isPopup = widths === POPUP_WIDTHS;
  if (isPopup)
    await page.evaluate(() => {
      if (location.pathname === '/popup.html') document.documentElement.dataset.place = 'popup';
    });
  for (const width of widths) {
    await page.setViewportSize({ width, height: PAGE_HEIGHT });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      if (!isPopup) await unroll(page, width);
      await stillness(page);
      if (isPopup) {
        const height = await page.evaluate(() => document.body.offsetHeight);
        await page.setViewportSize({ width, height: Math.min(height, MAX_POPUP_HEIGHT) });
      }
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}-${width}.png`), fullPage: !isPopup });
    }
  }
}

/** Chooses a language as the settings do, and waits until a page of the extension is in it. */
async function speak(page: Page, language: string): Promise<void> {
  // The harness's own page of the extension: the pictured one may get no answers.
  const sender = page
    .context()
    .pages()
    .find((other) => other !== page && /^chrome-extension:.*\/manifest\.json$/.test(other.url()));
  if (!sender) throw new Error('No page of the extension is open from which to choose a language');
  await sender.evaluate(
    (language) => chrome.runtime.sendMessage({ name: 'settingsWrite', id: crypto.randomUUID(), request: { language } }),
    language,
  );
  if (!page.url().startsWith('chrome-extension:')) return;
  const shown = language === BROWSER_LANGUAGE ? LANGUAGES[0]! : language.replace('_', '-');
  await page.locator(`html[lang="${shown}"]`).waitFor({ state: 'attached' });
}

/** Makes the window as long as its page, so that what sticks to an edge of the window stands where the page ends. */
async function unroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: PAGE_HEIGHT });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, PAGE_HEIGHT) });
  await page.evaluate(() => scrollTo(0, 0));
}

/** Waits until nothing on the page moves that comes to an end, and marks and notices have found their places. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished),
    ),
  );
  await page.waitForTimeout(250);
}
