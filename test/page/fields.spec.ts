import { expect, type Page } from '@playwright/test';
import { LISTED, Marks, document as written } from '../e2e/harness/page/marks.ts';
import { nightlyUnless } from './nightly.ts';
import { protect } from './protect.ts';
import { test } from './stage.ts';

/** Fields and editors are read when a person pastes, changes or leaves them, never while they type. */

const TOO = '0xbad0000000000000000000000000000000000002';

async function typed(page: Page, selector: string): Promise<Marks> {
  const { x, y } = (await page.locator(selector).boundingBox())!;
  await page.mouse.click(x + 20, y + 8);
  await page.keyboard.press('End');
  await page.keyboard.type(` ${LISTED} `);
  // Titles are read after texts and fields.
  await page.evaluate((too) => {
    const paid = Object.assign(document.createElement('p'), { title: too, textContent: 'Pay' });
    // Outside of a body that is edited as a whole.
    document.documentElement.append(paid);
  }, TOO);
  const marks = new Marks(page);
  await expect.poll(() => marks.underlined()).toEqual(['Pay']);
  expect((await marks.see()).badges).toHaveLength(1);
  return marks;
}

/** Applications put what a person types into the attribute, too (React does so in every controlled field). */
const CONTROLLED = `<input size=60 id=a><input id=b><script>a.oninput = () => a.setAttribute('value', a.value)</script>`;
const EDITORS: Readonly<Record<string, string>> = {
  'a field of an application': CONTROLLED,
  'an editor': `<div id=a contenteditable>text</div><input id=b>`,
  'an editor in a shadow root': `<div id=h><template shadowrootmode=open><div id=a contenteditable>text</div></template></div><input id=b>`,
};

for (const [name, body] of Object.entries(EDITORS))
  test(`what a person types in ${name} is read when they leave it${nightlyUnless(/application/, name)}`, async ({
    open,
  }) => {
    const { page, run } = await open(written(body));
    await run(protect, LISTED.toLowerCase(), TOO);
    const marks = await typed(page, '#a');
    await page.locator('#b').focus();
    await expect.poll(() => marks.shown()).toBe(2);
  });

test('what a person types in a page that is an editor as a whole is not read while they type', {
  tag: '@nightly',
}, async ({ open }) => {
  const { page, run } = await open(written('<p id=a>text</p>'));
  await page.evaluate(() => (document.body.contentEditable = 'true'));
  await run(protect, LISTED.toLowerCase(), TOO);
  await typed(page, '#a');
});

test('a password is not read, although the page shows it', async ({ open }) => {
  const { page, run } = await open(written(`<input type=password id=a size=60><p>${LISTED}</p><input id=b>`));
  await run(protect, LISTED.toLowerCase(), TOO);
  const marks = new Marks(page);
  await expect.poll(() => marks.shown()).toBe(1);
  await page.evaluate(() => document.querySelector<HTMLInputElement>('#a')!.setAttribute('type', 'text'));
  await page.locator('#a').fill(LISTED);
  await page.locator('#b').focus();
  await page.evaluate((listed) => document.body.append(listed), LISTED);
  await expect.poll(() => marks.underlined()).toHaveLength(2);
  expect((await marks.see()).badges).toHaveLength(2);
});
