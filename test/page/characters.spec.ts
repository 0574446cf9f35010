import { expect, type Page } from '@playwright/test';
import { LISTED, Marks, document as written } from '../e2e/harness/page/marks.ts';
import { nightlyUnless } from './nightly.ts';
import { protect } from './protect.ts';
import { test } from './stage.ts';

/** People compare addresses character by character: no mark lies over one, nor over a neighbour's text, on pages of every density. */

const TRON = `T${'Bad'.repeat(11)}`;
const CLEAN = '0xc1ea000000000000000000000000000000000001';
const MONO = 'font-family: monospace';
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;
const rows = (count: number, cells: string) =>
  Array.from({ length: count }, (_, at) => `<tr><td>${at}</td>${cells}</tr>`).join('');

const PAGES: Readonly<Record<string, string>> = {
  'an explorer with shortened addresses and copy buttons': `<table style="border-collapse: collapse; font-size: 13px">${rows(
    4,
    `<td><a title="${LISTED}" href="/address/${LISTED}">${short(LISTED)}</a><button style="padding:0;border:0">⧉</button></td><td>IN</td><td>${short(CLEAN)}</td>`,
  )}</table>`,
  'a dense table of whole addresses': `<table style="border-collapse: collapse; ${MONO}; font-size: 11px; line-height: 1; width: 360px">${rows(
    6,
    `<td style="padding:0; overflow:hidden; max-width: 280px">${LISTED}</td><td style="padding:0">${short(CLEAN)}</td>`,
  )}</table>`,
  'the withdrawal page of an exchange': `<label>Address<br><input size=60 readonly value="${LISTED}"></label><p style="display:flex;justify-content:space-between;width:420px;${MONO};font-size:13px"><span>To</span><span id=a style="white-space:nowrap">${LISTED}</span></p>`,
  'a chat': `<ul style="list-style:none;padding:0;width:280px">${`<li style="background:#eee;border-radius:12px;padding:8px;overflow-wrap:anywhere">Hi! Send it to ${LISTED}, thanks</li>`.repeat(3)}</ul>`,
  'a mail': `<p style="width: 400px; text-align: justify">Dear customer, pay the fee to <b>${LISTED}</b> or to ${LISTED} today, or your account at our company will be closed for good.</p>`,
};

/** The text of the page that a visible badge lies over, without what says nothing: `0x` and an ellipsis. */
function covered(page: Page, boxes: readonly { x: number; y: number; width: number; height: number }[]) {
  return page.evaluate((badges) => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node instanceof Text; node = texts.nextNode())
      for (const [at, character] of [...node.data].entries()) {
        if (
          /[\s…]/.test(character) ||
          /0x$/i.test(node.data.slice(0, at + 2)) ||
          /0x$/i.test(node.data.slice(0, at + 1))
        )
          continue;
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        for (const rect of range.getClientRects())
          if (
            badges.some(
              ({ x, y, width, height }) =>
                Math.min(rect.right, x + width) - Math.max(rect.left, x) > 0.5 &&
                Math.min(rect.bottom, y + height) - Math.max(rect.top, y) > 2.5,
            )
          )
            found.push(`${character} of ${node.data.slice(0, 60)}`);
      }
    return found;
  }, boxes);
}

for (const [name, body] of Object.entries(PAGES))
  test(`no mark lies over a character: ${name}${nightlyUnless(/explorer|exchange/, name)}`, async ({ open }) => {
    const { page, run } = await open(written(body));
    await page.setViewportSize({ width: 480, height: 700 });
    const before = await page.evaluate(() => document.body.innerHTML);
    await run(protect, LISTED.toLowerCase(), TRON);
    const marks = new Marks(page);
    await expect.poll(async () => (await marks.see()).badges.length).toBeGreaterThan(0);
    // Badges have their places after the next frame.
    await page.waitForTimeout(700);
    const shown = (await marks.see()).badges.filter((badge) => badge.shown && !badge.homeless);
    expect(
      await covered(
        page,
        shown.map(({ box }) => box),
      ),
    ).toEqual([]);
    expect(await page.evaluate(() => document.body.innerHTML)).toBe(before);
  });

test('an address without any room is tinted, and a pill leads to its card; so does a pointer that rests on it', async ({
  open,
}) => {
  const words = 'and on and on ';
  const tron = `<p style="width: 400px; text-align: justify">${words}${TRON} ${words.repeat(9)}</p>`;
  const { page, run } = await open(written(tron));
  await run(protect, TRON);
  const marks = new Marks(page);
  await expect.poll(() => marks.pill()).toContain('marks_homeless');
  await marks.pressInCard('marks_show');
  await expect.poll(async () => (await marks.see()).card?.text).toContain(TRON.slice(-4));
  await page.keyboard.press('Escape');
  expect((await marks.see()).card).toBeNull();
  const { x, y } = await page.evaluate((address) => {
    const range = document.createRange();
    const text = document.querySelector('p')!.firstChild!;
    range.setStart(text, text.textContent!.indexOf(address) + 4);
    range.setEnd(text, text.textContent!.indexOf(address) + 5);
    return range.getBoundingClientRect().toJSON();
  }, TRON);
  await page.mouse.move(x + 2, y + 8);
  await expect.poll(async () => (await marks.see()).card?.text).toContain(TRON.slice(-4));
  await page.mouse.move(5, 300);
  await expect.poll(async () => (await marks.see()).card).toBeNull();
});
