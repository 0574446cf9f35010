import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Where all pictures go. */
export const FOLDER = join(import.meta.dirname, '..', '..', 'screenshots');
const SCHEMES = ['light', 'dark'] as const;

/** Widths of a page, in CSS pixels; the popup has one of its own. */
export const PAGE_WIDTHS = [320, 1280] as const;
export const POPUP_WIDTHS = [360] as const;
const POPUP_HEIGHT = 560;
const PAGE_HEIGHT = 800;

/**
 * Takes a page's picture in light and dark at each width, whole length, as `screenshots/<name>-<scheme>-<width>.png`. The popup is
 * pictured in the frame that it has under its button.
 */
export async function shoot(page: Page, name: string, widths: readonly number[] = PAGE_WIDTHS): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const isPopup = widths === POPUP_WIDTHS;
  if (isPopup)
    await page.evaluate(() => {
      if (location.pathname === '/popup.html') document.documentElement.dataset.place = 'popup';
    });
  for (const width of widths) {
    await page.setViewportSize({ width, height: isPopup ? POPUP_HEIGHT : PAGE_HEIGHT });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      if (!isPopup) await unroll(page, width);
      await settle(page);
      await page.screenshot({ path: join(FOLDER, `${name}-${colorScheme}-${width}.png`), fullPage: !isPopup });
    }
  }
}

/** Makes the window as long as its page, so that what sticks to an edge of the window stands where the page ends. */
async function unroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: PAGE_HEIGHT });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, PAGE_HEIGHT) });
  await page.evaluate(() => scrollTo(0, 0));
}

/** Waits until nothing on the page moves that comes to an end, and marks and notices have found their places. */
async function settle(page: Page): Promise<void> {
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
