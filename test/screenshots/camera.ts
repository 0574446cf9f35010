import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Where all pictures go. */
export const FOLDER = join(import.meta.dirname, '..', '..', 'screenshots');
const SCHEMES = ['light', 'dark'] as const;

/** Widths of a page, in CSS pixels; the popup has one of its own. */
export const PAGE_WIDTHS = [320, 1280] as const;
export const POPUP_WIDTHS = [360] as const;

/** Takes a page's picture in light and dark at each width, whole length, as `screenshots/<name>-<scheme>-<width>.png`. */
export async function shoot(page: Page, name: string, widths: readonly number[] = PAGE_WIDTHS): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: widths === POPUP_WIDTHS ? 520 : 800 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(200);
      await page.screenshot({
        path: join(FOLDER, `${name}-${colorScheme}-${width}.png`),
        fullPage: widths !== POPUP_WIDTHS,
      });
    }
  }
}
