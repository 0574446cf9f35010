import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, test as base, type Frame, type Page } from '@playwright/test';
import { build } from 'vite';
import { launchPlain } from '../e2e/harness/plain-browser.ts';
import { Site } from '../e2e/harness/site.ts';
import type * as Parts from './parts.ts';

/** A page and the isolated world in which content scripts run. */
export type Staged = {
  readonly page: Page;
  /** Runs a function in that world, with the parts and its arguments. @returns its result, as JSON */
  readonly run: <R, A extends readonly unknown[]>(
    work: (parts: typeof Parts, ...values: A) => R,
    ...values: A
  ) => Promise<Awaited<R>>;
  /** {@link run} in a frame of another site, which has the parts from the first call on. */
  readonly runIn: (frame: Frame) => Promise<Staged['run']>;
};

type Stage = {
  /** Opens a page with this text. `first` runs before the page is parsed. */
  readonly open: <A extends readonly unknown[]>(
    text: string,
    first?: (parts: typeof Parts, ...values: A) => unknown,
    ...values: A
  ) => Promise<Staged>;
};

const WORLD = 'content-script';

/** The parts as one script that stores them in `parts`. @param define constants that the build replaces, as for another browser */
export async function bundleParts(define: Readonly<Record<string, string>> = {}): Promise<string> {
  const lib = { entry: join(import.meta.dirname, 'parts.ts'), formats: ['iife' as const], name: 'parts' };
  const result = await build({ configFile: false, logLevel: 'silent', define, build: { write: false, lib } });
  const [built] = [result].flat();
  if (!built || !('output' in built)) throw new Error('The parts were not built');
  return built.output[0].code;
}

/** A call of a function in a page, with the parts, as source text. */
export const callOf = (work: (...values: never[]) => unknown, values: readonly unknown[]): string =>
  `(${work.toString()})(parts${values.map((value) => `, ${JSON.stringify(value)}`).join('')})`;

/** Chromium with single content scripts instead of the extension, so that a change is tested in seconds. */
export const test = base.extend<Stage, { shared: BrowserContext; bundle: string; site: Site }>({
  site: [
    async ({}, use) => {
      const site = new Site();
      await site.start();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  // One for all tests: a new one takes longer than its page.
  shared: [
    async ({ site }, use) => {
      const browser = await launchPlain(site);
      await use(await browser.newContext());
      await browser.close();
    },
    { scope: 'worker' },
  ],
  bundle: [
    async ({}, use) => {
      await use(await bundleParts());
    },
    { scope: 'worker' },
  ],
  open: async ({ shared, bundle, site }, use) => {
    await use(async (text, first, ...values) => {
      site.on('127.0.0.1', '/', text);
      const page = await shared.newPage();
      await page.setViewportSize({ width: 480, height: 360 });
      const session = await page.context().newCDPSession(page);
      await session.send('Page.enable');
      await session.send('Page.addScriptToEvaluateOnNewDocument', {
        source: `${bundle};globalThis.parts = parts;${first ? callOf(first, values) : ''}`,
        worldName: WORLD,
      });
      await page.goto(`http://127.0.0.1:${site.port}/`);
      await page.addStyleTag({
        content: readFileSync(join(import.meta.dirname, '../../src/page/marks/highlight.css'), 'utf8'),
      });
      return { page, run: await runnerOf(page), runIn: (frame) => runnerOf(page, frame, bundle) };
    });
    await Promise.all(shared.pages().map((page) => page.close()));
  },
});

/** @param bundle the parts, where the world does not have them */
async function runnerOf(page: Page, frame?: Frame, bundle?: string): Promise<Staged['run']> {
  const session = await page.context().newCDPSession(frame ?? page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: WORLD,
  });
  if (bundle) await session.send('Runtime.evaluate', { expression: `${bundle};globalThis.parts = parts`, contextId });
  return async (work, ...values) => {
    const options = { expression: callOf(work, values), contextId, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
    return result.value;
  };
}
