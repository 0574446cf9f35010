import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { build } from 'vite';
import { findChromium } from '../../../src/development/chromium.ts';
import { findFirefox } from '../../../src/development/firefox.ts';
import { redPart } from '../../e2e/harness/pixels.ts';
import { Site } from '../../e2e/harness/site.ts';
import { TRICKS } from './tricks.ts';

/** Pictures of one page; in Chromium every frame is looked at as well. */
const PICTURES = 4;
/**
 * What these draw stands above the root. The veil hides that while a frame is drawn and at no other time, and a picture in Firefox is
 * drawn at another time: only the seal can be seen to hold there.
 */
const ABOVE = /dialog(?! from an observer)|popover|backdrop/;
const PROGRAMS = { chrome: findChromium(), firefox: findFirefox() };
type Name = keyof typeof PROGRAMS;
type Raised = 'veil' | 'seal' | null;

/** A browser of each name that is there, and the curtain as it is built for it. */
const test = base.extend<object, { started: (name: Name) => Promise<{ browser: Browser; bundle: string }> }>({
  started: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const all = new Map<Name, Promise<{ browser: Browser; bundle: string }>>();
      await use((name) => {
        const started = all.get(name) ?? start(name);
        all.set(name, started);
        return started;
      });
      for (const { browser } of await Promise.all(all.values())) await browser.close();
    },
    { scope: 'worker' },
  ],
});

async function start(name: Name): Promise<{ browser: Browser; bundle: string }> {
  const entry = join(import.meta.dirname, '../../../src/page/curtain.ts');
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'import.meta.env.FIREFOX': String(name === 'firefox') },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'curtain' } },
  });
  const [built] = [result].flat();
  if (!built || !('output' in built)) throw new Error('The curtain was not built');
  const args = name === 'firefox' ? ['--width=450', '--height=300'] : ['--no-sandbox', '--window-size=450,300'];
  const executablePath = PROGRAMS[name] ?? '';
  const browser = await puppeteer.launch({ browser: name, executablePath, args, defaultViewport: null });
  return { browser, bundle: built.output[0].code };
}

/** Runs a script before those of the page; in Chromium in a world of its own, as an extension's. Answers the red of frames so far. */
async function prepare(page: Page, name: Name, source: string): Promise<() => number> {
  if (name === 'firefox') {
    await page.evaluateOnNewDocument(new Function(source) as () => void);
    return () => 0;
  }
  const session = await page.createCDPSession();
  let red = 0;
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    red = Math.max(red, redPart(Buffer.from(data, 'base64')));
    // The tab may be gone by now.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source, worldName: 'guard' });
  await session.send('Page.startScreencast', { format: 'png', maxWidth: 160, maxHeight: 120, everyNthFrame: 1 });
  return () => red;
}

/** Opens a page behind a curtain that nothing lifts. Answers the reddest of its pictures, as the part of it that is red. */
async function look(browser: Browser, bundle: string, name: Name, raised: Raised, text: string): Promise<number> {
  const site = new Site();
  await site.start();
  site.on('127.0.0.1', '/', text);
  const page = await browser.newPage();
  // Such a script runs in every frame; the curtain of a frame is not what is tried here.
  const curtain = `${bundle};if (window.top === window) new curtain.Curtain(document).${raised}()`;
  const red = await prepare(page, name, raised ? curtain : '');
  await page.goto(`http://127.0.0.1:${site.port}/`);
  const parts: number[] = [];
  while (parts.length < PICTURES)
    parts.push(redPart(Buffer.from(await page.screenshot({ captureBeyondViewport: false }))));
  await page.close();
  await site.stop();
  return Math.max(...parts, red());
}

for (const name of ['chrome', 'firefox'] as const)
  for (const [trick, text] of Object.entries(TRICKS))
    test(`a curtain in ${name} shows not a pixel of a page that ${trick}, which is red without it`, async ({
      started,
    }) => {
      test.skip(!PROGRAMS[name], `No ${name} was found`);
      const { browser, bundle } = await started(name);
      expect(await look(browser, bundle, name, 'seal', text)).toBe(0);
      if (name === 'chrome' || !ABOVE.test(trick)) expect(await look(browser, bundle, name, 'veil', text)).toBe(0);
      expect(await look(browser, bundle, name, null, text)).toBeGreaterThan(0.5);
    });
