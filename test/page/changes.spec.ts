import { expect, type Page } from '@playwright/test';
import { LISTED, Marks, document as written } from '../e2e/harness/page/marks.ts';
import type * as Parts from './parts.ts';
import { protect } from './protect.ts';
import { test } from './stage.ts';

/** Pages that change what they show: a mark is where its address is, and nowhere else. */

const CLEAN = '0xc1ea000000000000000000000000000000000001';

async function marksOf(page: Page, count: number): Promise<Marks> {
  const marks = new Marks(page);
  await expect.poll(() => marks.shown()).toBe(count);
  return marks;
}
const gone = async (marks: Marks) => {
  await expect.poll(async () => (await marks.see()).badges).toEqual([]);
  expect(await marks.underlined()).toEqual([]);
};
const partsOf = (address: string) => [address.slice(0, 8), address.slice(8, 34), address.slice(34)] as const;

test('a mark over styled parts is removed when an application writes another address into them', async ({ open }) => {
  const [head, middle, tail] = partsOf(LISTED);
  const { page, run } = await open(written(`<p><b>${head}</b><span>${middle}</span><b>${tail}</b></p>`));
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  await page.evaluate((parts) => {
    for (const [at, { firstChild }] of [...document.querySelectorAll('p > *')].entries())
      (firstChild as Text).data = parts[at]!;
  }, partsOf(CLEAN));
  await gone(marks);
  await page.evaluate((parts) => {
    for (const [at, { firstChild }] of [...document.querySelectorAll('p > *')].entries())
      (firstChild as Text).data = parts[at]!;
  }, partsOf(LISTED));
  await marksOf(page, 1);
});

test('a mark on a link whose label stays is removed when the link leads to another address, and comes back with it', {
  tag: '@nightly',
}, async ({ open }) => {
  const { page, run } = await open(written('<p><a>Pay</a></p>'));
  const lead = (address: string) =>
    page.evaluate(
      (to) => document.querySelector('a')!.setAttribute('href', to),
      `https://x.example/address/${address}`,
    );
  await lead(LISTED);
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  await lead(CLEAN);
  await gone(marks);
  await lead(LISTED);
  await marksOf(page, 1);
});

test('a mark on a drawn QR code and on a copy button is removed when a list uses them for another address', {
  tag: '@nightly',
}, async ({ open }) => {
  const box = 'style="display: inline-block; inline-size: 60px; block-size: 60px"';
  const { page, run } = await open(
    written(
      `<p><img ${box} src="/qr?data=${LISTED}"></p><p><i class="copy" ${box} data-clipboard-text="${LISTED}"></i></p>`,
    ),
  );
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 2);
  await page.evaluate((clean) => {
    document.querySelector('img')!.src = `/qr?data=${clean}`;
    document.querySelector('i')!.dataset.clipboardText = clean;
  }, CLEAN);
  await gone(marks);
});

test('a text that is written again in place keeps its mark', async ({ open }) => {
  const { page, run } = await open(written(`<p>${LISTED} 15:00</p>`));
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  for (const time of ['14:59', '14:58']) {
    await page.evaluate((text) => {
      (document.querySelector('p')!.firstChild as Text).data = text;
    }, `${LISTED} ${time}`);
    await expect.poll(() => marks.underlined()).toEqual([LISTED]);
    await expect.poll(() => marks.shown()).toBe(1);
  }
});

/** Reads a page step by step, and removes the row at which the reading rests after its first step. */
function walkWhileRowsGo({ walk }: typeof Parts): string[] {
  const seen: string[] = [];
  const walking = walk(document, {
    sight: ({ candidate }) => seen.push(candidate.content),
    edited: null,
  });
  walking.next();
  for (const row of [...document.querySelectorAll('p')].slice(60, 70)) row.remove();
  while (!walking.next().done);
  return seen;
}

test('what follows a removed row is read, although the reading rested at that row', async ({ open }) => {
  const { run } = await open(written(`${'<p>a row </p>'.repeat(200)}<p>${LISTED}</p>`));
  expect(await run(walkWhileRowsGo)).toEqual([LISTED.toLowerCase()]);
});

test('of more marks than badges the first of the page have one', { tag: '@nightly' }, async ({ open }) => {
  const addresses = Array.from({ length: 260 }, (_, at) => `0x${(0xbad_0000 + at).toString(16).padStart(40, '0')}`);
  const { page, run } = await open(written(addresses.map((address) => `<p>${address}</p>`).join('')));
  await run(protect, ...addresses);
  const marks = new Marks(page);
  await expect.poll(async () => (await marks.underlined()).length).toBe(260);
  const { badges } = await marks.see();
  expect(badges.map(({ address }) => address)).toEqual(addresses.slice(0, 200));
});
