import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/**
 * The Chromium to use: CHROME_PATH, the one that Playwright downloaded, or the system's; undefined where there is none.
 * Google Chrome is never taken, because it ignores `--load-extension`.
 */
export function findChromium(): string | undefined {
  return [
    process.env.CHROME_PATH,
    chromium.executablePath(),
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find((path) => path && existsSync(path));
}
