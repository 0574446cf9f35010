import { test as base, expect } from '@playwright/test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findFirefox } from '../../../../src/development/install/firefox.ts';
import { redPart } from '../../../e2e/harness/page/pixels.ts';
import { Site } from '../../../e2e/harness/site.ts';
import { raise } from '../../../page/raise.ts';
import { bundleParts, callOf } from '../../../page/stage.ts';
import { TRICKS } from './tricks.ts';

/** Pictures of one page. */
const PICTURES = 4;
/**
 * What these draw stands above the root. The veil hides that while a frame is drawn and at no other time, and a picture in Firefox is
 * drawn at another time: only `hide` can be seen to hold there.
 */
const ABOVE = /dialog(?! from an observer)|popover|backdrop/;

const test = base.extend<object, { bundle: string; firefox: Browser }>({
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const executablePath = findFirefox() ?? '';
      const args = ['--width=450', '--height=300'];
      const browser = await puppeteer.launch({ browser: 'firefox', executablePath, args, defaultViewport: null });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  bundle: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      await use(await bundleParts({ 'import.meta.env.FIREFOX': 'true' }));
    },
    { scope: 'worker' },
  ],
});
test.skip(!findFirefox(), 'No Firefox was found');

/** Opens a page behind a curtain that nothing lifts. Answers the reddest of its pictures, as the part of it that is red. */
async function look(browser: Browser, bundle: string, raised: 'veil' | 'hide' | null, text: string): Promise<number> {
  const site = new Site();
  await site.start();
  site.on('127.0.0.1', '/', text);
  const page = await browser.newPage();
  const source = `${bundle};if (window.top === window) ${callOf(raise, [raised])}`;
  if (raised) await page.evaluateOnNewDocument(new Function(source) as () => void);
  await page.goto(`http://127.0.0.1:${site.port}/`);
  const parts: number[] = [];
  while (parts.length < PICTURES)
    parts.push(redPart(Buffer.from(await page.screenshot({ captureBeyondViewport: false }))));
  await page.close();
  await site.stop();
  return Math.max(...parts);
}

for (const [name, text] of Object.entries(TRICKS))
  test(`a curtain shows not a pixel of a page that ${name} in Firefox, which is red without it`, async ({
    firefox,
    bundle,
  }) => {
    expect(await look(firefox, bundle, 'hide', text)).toBe(0);
    if (!ABOVE.test(name)) expect(await look(firefox, bundle, 'veil', text)).toBe(0);
    expect(await look(firefox, bundle, null, text)).toBeGreaterThan(0.5);
  });
