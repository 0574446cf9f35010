import { expect, type Page } from '@playwright/test';
import { LISTED, Marks, openCard, document as written } from '../e2e/harness/page/marks.ts';
import { nightlyUnless } from './nightly.ts';
import { protect } from './protect.ts';
import { test } from './stage.ts';

/** Where a page may show an address, and what else is there. */

async function marksOf(page: Page, count: number): Promise<Marks> {
  const marks = new Marks(page);
  await expect.poll(() => marks.shown()).toBe(count);
  return marks;
}

/** Real addresses of the families whose shape alone does not tell, each in a page that names its chain. */
const IN_CONTEXT: Readonly<Record<string, readonly [word: string, address: string]>> = {
  Solana: ['Send SOL to', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  NEAR: ['NEAR account', '98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de'],
  Sui: ['Sui wallet', '0x06f2c2c1b5e1f0b6a2d9e0a7a6ce7cf32b1d2c6d1a4a1bd2b8a62a0c4d3e5f60'],
};

for (const [family, [word, address]] of Object.entries(IN_CONTEXT)) {
  test(`a listed address of ${family} is marked in a text${nightlyUnless(/Solana/, family)}`, async ({ open }) => {
    const { page, run } = await open(written(`<p>${word} <code>${address}</code></p>`));
    await run(protect, address);
    const marks = await marksOf(page, 1);
    expect(await marks.underlined()).toEqual([address]);
  });

  test(`a listed address of ${family} is marked in a field${nightlyUnless(/Solana/, family)}`, async ({ open }) => {
    const { page, run } = await open(
      written(
        `<label>${word} <input readonly size=60 value="${address}"></label><p><input size=60 placeholder="${word}"></p>`,
      ),
    );
    await run(protect, address);
    await marksOf(page, 1);
    await page.locator('input:last-of-type').last().fill(address);
    await page.locator('input').last().blur();
    await marksOf(page, 2);
  });
}

test('an address in a modal dialog has a badge that opens its card, also where the dialog is in a small box', async ({
  open,
}) => {
  const { page, run } = await open(
    written(`<div style="overflow: hidden; block-size: 20px"><dialog><p>Send to <b>${LISTED}</b></p></dialog></div>`),
  );
  await run(protect, LISTED.toLowerCase());
  await page.evaluate(() => document.querySelector('dialog')!.showModal());
  const marks = await marksOf(page, 1);
  await openCard(page, marks);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await marks.see()).card).toBeNull();
  await page.evaluate((listed) => {
    document.querySelector('dialog')!.close();
    document.body.append(Object.assign(document.createElement('p'), { textContent: listed }));
  }, LISTED);
  await openCard(page, await marksOf(page, 1));
});

test('a badge is above a dialog that is opened after many popovers', { tag: '@nightly' }, async ({ open }) => {
  const { page, run } = await open(
    written(`<i popover=manual>tip</i><p>${LISTED}</p><dialog><p>Send to <b>${LISTED}</b></p></dialog>`),
  );
  await run(protect, LISTED.toLowerCase());
  await marksOf(page, 1);
  await page.evaluate(async () => {
    for (let times = 0; times < 20; times += 1) {
      document.querySelector('i')!.togglePopover();
      await new Promise(requestAnimationFrame);
    }
    document.querySelector('dialog')!.showModal();
  });
  await expect.poll(() => page.evaluate(() => document.querySelector('dialog > [popover]') !== null)).toBe(true);
  await openCard(page, new Marks(page));
});

const PLACES: Readonly<Record<string, string>> = {
  'an element without a box': `<p>to <span style="display: contents">${LISTED}</span></p>`,
  'a shadow root itself': `<div><template shadowrootmode=open>${LISTED}</template></div>`,
  'the slot of an element without a box': `<p><x-y style="display: contents"><template shadowrootmode=open>to <slot></slot></template>${LISTED}</x-y></p>`,
  'what is fixed inside a small box': `<div style="overflow: hidden; block-size: 10px"><div style="position: fixed; inset-block-start: 90px">${LISTED}</div></div>`,
  'what is placed outside a small box': `<div style="overflow: hidden; block-size: 10px"><div style="position: absolute; inset-block-start: 90px">${LISTED}</div></div>`,
  'a popover inside a small box': `<div style="overflow: hidden; block-size: 10px"><div popover=manual id=p>${LISTED}</div></div><script>p.showPopover()</script>`,
  'the text of a drawing, and none for what it does not show': `<svg width=460 height=60><title>${LISTED}</title><desc>${LISTED}</desc><text y=30 font-size=12>to <tspan>${LISTED.slice(0, 8)}</tspan>${LISTED.slice(8)}</text></svg>`,
  'a link in a drawing': `<svg width=200 height=40><a href="https://x.example/${LISTED}"><text y=20>Pay</text></a></svg>`,
  'a copy icon that is drawn': `<p>Wallet <svg width=40 height=40 class=copy data-clipboard-text="${LISTED}"><rect width=40 height=40 /></svg></p>`,
};

for (const [name, body] of Object.entries(PLACES))
  test(`an address has a badge in ${name}${nightlyUnless(/root|popover|text of/, name)}`, async ({ open }) => {
    const { page, run } = await open(written(body));
    await run(protect, LISTED.toLowerCase());
    await marksOf(page, 1);
  });

const CLIPPED: Readonly<Record<string, string>> = {
  'a small box': `<div style="overflow: hidden; block-size: 10px"><p style="margin-block-start: 90px">${LISTED}</p></div>`,
  'a small box that is placed': `<div style="overflow: hidden; block-size: 10px; position: relative"><div style="position: absolute; inset-block-start: 90px">${LISTED}</div></div>`,
  'a small box that is moved': `<div style="overflow: hidden; block-size: 10px; transform: translateX(1px)"><div style="position: fixed; inset-block-start: 190px">${LISTED}</div></div>`,
};

for (const [name, body] of Object.entries(CLIPPED))
  test(`an address that is cut off has no badge in ${name}${nightlyUnless(/small box$/, name)}`, async ({ open }) => {
    const { page, run } = await open(written(`${body}<p>${LISTED}</p>`));
    await run(protect, LISTED.toLowerCase());
    await marksOf(page, 1);
    expect(await new Marks(page).underlined()).toHaveLength(2);
  });

test('a badge is on the line of its address in a page whose root is zoomed', async ({ open }) => {
  const { page, run } = await open(
    written(
      `<div style="block-size: 200px"></div><p>to <b id=a>${LISTED}</b></p>`,
      '<style>html { zoom: 0.7 } p { font-size: 9px }</style>',
    ),
  );
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  const line = await page.evaluate(() => document.querySelector('#a')!.getBoundingClientRect().toJSON());
  const { box } = (await marks.see()).badges[0]!;
  expect(Math.abs(box.y + box.height / 2 - (line.top + line.bottom) / 2)).toBeLessThan(4);
  expect(Math.abs(box.x - line.right)).toBeLessThan(10);
});
