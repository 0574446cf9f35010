import { expect, type Page } from '@playwright/test';
import type * as Parts from './parts.ts';
import { test } from './stage.ts';

const NOTICE = 'http://notice.example/';
const LISTED = 'http://listed.example/';
const CLEAN = 'http://clean.example/';
const AROUND = `<!doctype html><title>around</title><iframe src="${CLEAN}"></iframe>
  <iframe src="${LISTED}" class="wide" width="300"></iframe>`;

/** A global that every world of an extension has. */
const prepare = () => void Object.assign(globalThis, { chrome: {} });
/** Starts waiting for a frame to show its token. */
const wait = ({ removeFrame }: typeof Parts, notice: string) =>
  void Object.assign(globalThis, { gone: removeFrame(window, 'secret', notice) });
/** Whether a frame showed its token. */
const gone = () => (globalThis as unknown as { gone: Promise<boolean> }).gone;
const removeSecond = ({ removeFrameAt }: typeof Parts, count: number, notice: string) =>
  removeFrameAt(window, 1, count, notice, 'secret');
const showToken = ({ askForRemoval }: typeof Parts) => askForRemoval(window, 'secret');

const frameOf = (page: Page, url: string) => page.frames().find((frame) => frame.url() === url)!;
const addresses = (page: Page) =>
  page
    .frames()
    .slice(1)
    .map((frame) => frame.url())
    .sort();

test('a frame is replaced by a notice when it shows its token, and the frame beside it stays', async ({ open }) => {
  const { page, run, runIn } = await open(AROUND, prepare);
  const listed = await runIn(frameOf(page, LISTED));
  await run(wait, NOTICE);
  await listed(showToken);
  expect(await run(gone)).toBe(true);
  await expect.poll(() => addresses(page)).toEqual([CLEAN, NOTICE]);
  expect(await page.locator('.wide').getAttribute('width')).toBe('300');
});

test('the page around a replaced frame cannot read the address of the notice', async ({ open }) => {
  const { page, run, runIn } = await open(AROUND, prepare);
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
  const listed = await runIn(frameOf(page, LISTED));
  await run(wait, NOTICE);
  await listed(showToken);
  await expect.poll(() => addresses(page)).toEqual([CLEAN, NOTICE]);
  await frameOf(page, NOTICE).waitForLoadState();
  const seen = await page.evaluate(() => [
    ...(globalThis as unknown as { seen: string[] }).seen,
    ...performance.getEntriesByType('resource').map(({ name }) => name),
  ]);
  expect(seen).toContain('SecurityError');
  expect(seen.filter((each) => each.includes(NOTICE))).toEqual([]);
});

test('no page gets a frame removed with a guessed token, or for another window', async ({ open }) => {
  const { page, run } = await open(AROUND, prepare);
  await run(wait, NOTICE);
  await frameOf(page, LISTED).evaluate(() => parent.postMessage({ removal: 'guess' }, '*'));
  await page.evaluate(() => postMessage({ removal: 'secret' }, '*'));
  expect(await run(gone)).toBe(false);
  expect(addresses(page)).toEqual([CLEAN, LISTED]);
});

test('a frame that shows no token is removed by its position, unless the page has another number of frames', async ({
  open,
}) => {
  const { page, run } = await open(AROUND, prepare);
  expect(await run(removeSecond, 3, NOTICE)).toBe(false);
  expect(await run(removeSecond, 2, NOTICE)).toBe(true);
  await expect.poll(() => addresses(page)).toEqual([CLEAN, NOTICE]);
});

test('a frame that has come forward with its token is not removed by its position too, where another one is now', async ({
  open,
}) => {
  const { page, run, runIn } = await open(`${AROUND}<iframe src="${CLEAN}"></iframe>`, prepare);
  const listed = await runIn(frameOf(page, LISTED));
  await run(wait, NOTICE);
  await listed(showToken);
  expect(await run(gone)).toBe(true);
  expect(await run(removeSecond, 3, NOTICE)).toBe(false);
  await expect.poll(() => addresses(page)).toEqual([CLEAN, CLEAN, NOTICE]);
});

test('a form whose fields have the names of its methods does not keep a frame in its page', async ({ open }) => {
  const form = '<form><input name="matches"><input name="shadowRoot"></form>';
  const { page, run } = await open(`${form}${AROUND}`, prepare);
  expect(await run(removeSecond, 2, NOTICE)).toBe(true);
  await expect.poll(() => addresses(page)).toEqual([CLEAN, NOTICE]);
});
