import { expect, type Page } from '@playwright/test';
import { LISTED, openCard, document as written } from '../e2e/harness/marked.ts';
import { Marks } from '../e2e/harness/marks.ts';
import { protect } from './protect.ts';
import { test } from './stage.ts';

const CLEAN = '0xc1ea000000000000000000000000000000000001';

const end = () => (globalThis as unknown as { end: AbortController }).end.abort();

async function marksOf(page: Page, count: number): Promise<Marks> {
  const marks = new Marks(page);
  await expect.poll(() => marks.shown()).toBe(count);
  return marks;
}

test('a listed address is underlined and has a badge; the page is not touched and nothing in it moves', async ({
  open,
}) => {
  const { page, run } = await open(
    written(`<p>${CLEAN}</p><p>Send to <b id=a>${LISTED}</b>, please</p><p id=after>after</p>`),
  );
  const facts = () =>
    page.evaluate(() => [
      document.body.innerHTML,
      JSON.stringify(document.querySelector('#after')!.getBoundingClientRect()),
    ]);
  const before = await facts();
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  expect(await marks.underlined()).toEqual([LISTED]);
  expect(await facts()).toEqual(before);
});

test('a mark goes with its address, and comes where the address is put in later', async ({ open }) => {
  const { page, run } = await open(written('<p id=a>nothing</p>'));
  await run(protect, LISTED.toLowerCase());
  await page.evaluate((listed) => document.querySelector('#a')!.replaceChildren(`pay ${listed}`), LISTED);
  const marks = await marksOf(page, 1);
  await page.evaluate(() => document.querySelector('#a')!.replaceChildren('paid'));
  await expect.poll(async () => (await marks.see()).badges).toEqual([]);
});

test('a card opens by a press, closes by Escape, and gives the focus back', async ({ open }) => {
  const { page, run } = await open(written(`<p>${LISTED}</p>`));
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  await openCard(page, marks);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await marks.see()).card).toBeNull();
  expect((await marks.see()).badges[0]?.focused).toBe(true);
});

test('everything of the marks is gone when the protection is switched off', async ({ open }) => {
  const { page, run } = await open(written(`<p>${LISTED}</p>`));
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  await run(end);
  await expect.poll(() => marks.see()).toEqual({ badges: [], card: null });
  expect(await marks.underlined()).toEqual([]);
});
