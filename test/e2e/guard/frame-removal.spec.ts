import { join } from 'node:path';
import { type Browser, test as base, expect, type Frame, type Page } from '@playwright/test';
import { build } from 'vite';
import { askForRemoval, removeFrame, removeFrameAt } from '../../../src/page/notice/frame-removal.ts';
import { launchPlain } from '../harness/plain-browser.ts';
import { Site } from '../harness/site.ts';

/** Evaluates an expression where a guard would: in an isolated world beside the page's scripts. */
type InGuard = (frame: Frame, expression: string) => Promise<unknown>;

const NOTICE = 'http://notice.example/';
const AROUND = `<!doctype html><title>around</title>
  <iframe src="http://clean.example/"></iframe>
  <iframe src="http://listed.example/" class="wide" width="300"></iframe>`;

const test = base.extend<{ around: { page: Page; inGuard: InGuard } }, { bundle: string; plain: Browser }>({
  bundle: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const entry = join(import.meta.dirname, '../../../src/page/notice/frame-removal.ts');
      const lib = { entry, formats: ['iife' as const], name: 'removal' };
      const result = await build({ configFile: false, logLevel: 'silent', build: { write: false, lib } });
      const [built] = [result].flat();
      if (!built || !('output' in built)) throw new Error('The script was not built');
      await use(built.output[0].code);
    },
    { scope: 'worker' },
  ],
  plain: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a destructuring pattern
    async ({}, use) => {
      const site = new Site();
      await site.start();
      site.on('around.example', '/', AROUND);
      const plain = await launchPlain(site);
      await use(plain);
      await plain.close();
      await site.stop();
    },
    { scope: 'worker' },
  ],
  around: async ({ plain, bundle }, use) => {
    const page = await plain.newPage();
    await page.goto('http://around.example/');
    await use({ page, inGuard: guards(page, bundle) });
    await page.close();
  },
});

// In one process, because starting its browser takes as long as a test.
test.describe.configure({ mode: 'default' });

function guards(page: Page, bundle: string): InGuard {
  const worlds = new Map<Frame, Promise<(expression: string) => Promise<unknown>>>();
  const enter = async (frame: Frame) => {
    const session = await page.context().newCDPSession(frame);
    const { frameTree } = await session.send('Page.getFrameTree');
    const world = { frameId: frameTree.frame.id, worldName: 'guard' };
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', world);
    const evaluate = async (expression: string) => {
      const options = { expression, contextId, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', options);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description);
      return result.value;
    };
    // A global that every extension world has.
    await evaluate(`${bundle};globalThis.removal = removal;globalThis.chrome ??= {};0`);
    return evaluate;
  };
  return async (frame, expression) => {
    const world = worlds.get(frame) ?? enter(frame);
    worlds.set(frame, world);
    return await (await world)(expression);
  };
}

const frameOf = (page: Page, url: string) => page.frames().find((frame) => frame.url() === url)!;
const addresses = (page: Page) =>
  page
    .frames()
    .slice(1)
    .map((frame) => frame.url())
    .sort();
const LISTED = 'http://listed.example/';
const CLEAN = 'http://clean.example/';
/** A call of one of the script's functions, as source text. */
const call = (work: (...values: never[]) => unknown, ...values: unknown[]) =>
  `removal.${work.name}(window, ${values.map((value) => JSON.stringify(value)).join()})`;
/** Starts waiting for a frame to show its token; `gone` says whether one did. */
const wait = `globalThis.gone = ${call(removeFrame, 'secret', NOTICE)};0`;

test('a frame is replaced by a notice when it shows its token, and the frame beside it stays', async ({ around }) => {
  const { page, inGuard } = around;
  const listed = frameOf(page, LISTED);
  await inGuard(listed, '0');
  await inGuard(page.mainFrame(), wait);
  await inGuard(listed, call(askForRemoval, 'secret'));
  expect(await inGuard(page.mainFrame(), 'gone')).toBe(true);
  await expect.poll(() => addresses(page)).toEqual([CLEAN, NOTICE]);
  expect(await page.locator('.wide').getAttribute('width')).toBe('300');
});

test('the page around a replaced frame cannot read the address of the notice', async ({ around }) => {
  const { page, inGuard } = around;
  const listed = frameOf(page, LISTED);
  await page.evaluate(() => {
    const seen: string[] = [];
    const note = () => {
      for (const frame of document.querySelectorAll('iframe')) seen.push(frame.src, frame.outerHTML);
      for (let index = 0; index < window.length; index += 1)
        try {
          const { navigation } = window[index] as unknown as { navigation: EventTarget };
          navigation.addEventListener('navigate', (event) =>
            seen.push((event as Event & { destination: { url: string } }).destination.url),
          );
        } catch (error) {
          seen.push((error as Error).name);
        }
    };
    document.addEventListener('load', note, true);
    new MutationObserver(note).observe(document, { childList: true, subtree: true, attributes: true });
    Object.assign(globalThis, { seen });
  });
  await inGuard(listed, '0');
  await inGuard(page.mainFrame(), wait);
  await inGuard(listed, call(askForRemoval, 'secret'));
  await expect.poll(() => addresses(page)).toEqual([CLEAN, NOTICE]);
  await frameOf(page, NOTICE).waitForLoadState();
  const seen = await page.evaluate(() => [
    ...(globalThis as unknown as { seen: string[] }).seen,
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ]);
  expect(seen).toContain('SecurityError');
  expect(seen.filter((each) => each.includes(NOTICE))).toEqual([]);
});

test('no page gets a frame removed with a guessed token, or for another window', async ({ around }) => {
  const { page, inGuard } = around;
  await inGuard(page.mainFrame(), wait);
  await frameOf(page, LISTED).evaluate(() => parent.postMessage({ removal: 'guess' }, '*'));
  await page.evaluate(() => postMessage({ removal: 'secret' }, '*'));
  expect(await inGuard(page.mainFrame(), 'gone')).toBe(false);
  expect(addresses(page)).toEqual([CLEAN, LISTED]);
});

test('a frame that shows no token is removed by its position, unless the page has another number of frames', async ({
  around,
}) => {
  const { page, inGuard } = around;
  const at = (count: number) => call(removeFrameAt, 1, count, NOTICE, 'secret');
  expect(await inGuard(page.mainFrame(), at(3))).toBe(false);
  expect(await inGuard(page.mainFrame(), at(2))).toBe(true);
  await expect.poll(() => addresses(page)).toEqual([CLEAN, NOTICE]);
});

test('a frame that has come forward with its token is not removed by its position too, where another one is now', async ({
  around,
}) => {
  const { page, inGuard } = around;
  const listed = frameOf(page, LISTED);
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }));
  }, CLEAN);
  await expect.poll(() => addresses(page)).toEqual([CLEAN, CLEAN, LISTED]);
  await inGuard(listed, '0');
  await inGuard(page.mainFrame(), wait);
  await inGuard(listed, call(askForRemoval, 'secret'));
  expect(await inGuard(page.mainFrame(), 'gone')).toBe(true);
  expect(await inGuard(page.mainFrame(), call(removeFrameAt, 1, 3, NOTICE, 'secret'))).toBe(false);
  await expect.poll(() => addresses(page)).toEqual([CLEAN, CLEAN, NOTICE]);
});

test('a form whose fields have the names of its methods does not keep a frame in its page', async ({ around }) => {
  const { page, inGuard } = around;
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('afterbegin', '<form><input name="matches"><input name="shadowRoot"></form>');
  });
  expect(await inGuard(page.mainFrame(), call(removeFrameAt, 1, 2, NOTICE, 'secret'))).toBe(true);
  await expect.poll(() => addresses(page)).toEqual([CLEAN, NOTICE]);
});
