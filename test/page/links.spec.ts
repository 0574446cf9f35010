import { expect } from '@playwright/test';
import { Marks, document as written } from '../e2e/harness/page/marks.ts';
import { protect } from './protect.ts';
import { test } from './stage.ts';

/** Links to listed sites are marked like addresses, from what the device itself knows. */

const LINKS = `<p>See <a href="https://drainer.example/mint">our mint</a> or <a href="https://good.example/">the docs</a></p>
<ul><li><a href="http://drainer.example/">Claim <b>now</b></a></li><li><a href="/here">here</a></li></ul>`;

test('a link to a listed site is marked with its reason, and its own text stays', async ({ open }) => {
  const { page, run } = await open(written(LINKS));
  const before = await page.evaluate(() => document.body.innerHTML);
  await run(protect, 'drainer.example');
  const marks = new Marks(page);
  await expect.poll(async () => (await marks.underlined()).sort()).toEqual(['Claim now', 'our mint']);
  expect((await marks.see()).badges.map(({ address }) => address)).toEqual(['drainer.example', 'drainer.example']);
  expect(await page.evaluate(() => document.body.innerHTML)).toBe(before);
  await page.locator('a').first().hover();
  await expect.poll(async () => (await marks.see()).card?.text).toContain('marks_link_title');
  expect(await run(() => (globalThis as unknown as { linked: string[] }).linked)).toEqual([
    'drainer.example',
    'good.example',
  ]);
});

test('a link that comes later is marked, and no host is asked about twice', async ({ open }) => {
  const { page, run } = await open(written('<p>nothing</p><a href="https://drainer.example/">one</a>'));
  await run(protect, 'drainer.example');
  const marks = new Marks(page);
  await expect.poll(() => marks.underlined()).toEqual(['one']);
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<a href="https://drainer.example/x">two</a>'),
  );
  await expect.poll(() => marks.underlined()).toEqual(['one', 'two']);
  expect(await run(() => (globalThis as unknown as { linked: string[] }).linked)).toEqual(['drainer.example']);
});
