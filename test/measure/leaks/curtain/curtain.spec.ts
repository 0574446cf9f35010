import { type Browser as Chromium, expect } from '@playwright/test';
import { redPart, watchPixels } from '../../../e2e/harness/page/pixels.ts';
import { Site } from '../../../e2e/harness/site.ts';
import { raise } from '../../../page/raise.ts';
import { callOf, test } from '../../../page/stage.ts';
import { TRICKS } from './tricks.ts';

/** Opens a page behind a curtain that nothing lifts. Answers the part of its picture that is red, and its red frames. */
async function look(browser: Chromium, bundle: string, raised: 'veil' | 'hide' | null, text: string) {
  const site = new Site();
  await site.start();
  site.on('127.0.0.1', '/', text);
  const page = await browser.newPage({ viewport: { width: 320, height: 240 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  if (raised)
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      // Such a script runs in every frame; the curtain of a frame is not what is tried here.
      source: `${bundle};if (window.top === window) ${callOf(raise, [raised])}`,
      worldName: 'guard',
    });
  const painted = await watchPixels(page.context(), page);
  await page.goto(`http://127.0.0.1:${site.port}/`);
  await page.waitForTimeout(250);
  const shot = redPart(await page.screenshot());
  await page.close();
  await site.stop();
  return [shot, painted().red];
}

for (const [name, text] of Object.entries(TRICKS))
  test(`a curtain shows not a pixel of a page that ${name}, which is red without it`, async ({ browser, bundle }) => {
    const [veiled, hidden, bare] = await Promise.all(
      (['veil', 'hide', null] as const).map((raised) => look(browser, bundle, raised, text)),
    );
    expect(veiled).toEqual([0, 0]);
    expect(hidden).toEqual([0, 0]);
    expect(bare![0]).toBeGreaterThan(0.5);
  });
