import { expect, type Page } from '@playwright/test';
import { LISTED, Marks, document as written } from '../e2e/harness/page/marks.ts';
import { nightlyUnless } from './nightly.ts';
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

test('a mark is removed with its address, and added where the address is added later', async ({ open }) => {
  const { page, run } = await open(written('<p id=a>nothing</p>'));
  await run(protect, LISTED.toLowerCase());
  await page.evaluate((listed) => document.querySelector('#a')!.replaceChildren(`pay ${listed}`), LISTED);
  const marks = await marksOf(page, 1);
  await page.evaluate(() => document.querySelector('#a')!.replaceChildren('paid'));
  await expect.poll(async () => (await marks.see()).badges).toEqual([]);
});

test('an element that a page calls by the name of our texts does not empty a mark', async ({ open }) => {
  const { page, run } = await open(written(`<i id=waryTexts></i><p>${LISTED}</p>`));
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  expect((await marks.see()).badges.map(({ label }) => label)).not.toContain('');
});

/** Properties of elements that scripts read: a form field hides the property with its name. */
const HIDDEN =
  'assignedSlot checkVisibility children closest contains firstChild getAttribute getBoundingClientRect getRootNode localName matches nextSibling nodeType parentElement parentNode shadowRoot textContent'.split(
    ' ',
  );

test('addresses are marked beside and inside forms whose fields have the names of element properties', async ({
  open,
}) => {
  const fields = HIDDEN.map((name) => `<input type=hidden name="${name}">`).join('');
  const words = 'nothing to see here '.repeat(150);
  const { page, run } = await open(
    written(
      `<form title=a>${fields}</form><form>${fields}<p>${LISTED}</p></form><form title="${LISTED}">${fields}pay</form><p>${LISTED}</p><form>${fields}${words}</form><p>${LISTED}</p>`,
    ),
  );
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 3);
  await expect.poll(async () => (await marks.underlined()).sort()).toEqual([LISTED, LISTED, LISTED, 'pay']);
});

test('all marks are removed when the protection is switched off', async ({ open }) => {
  const { page, run } = await open(written(`<p>${LISTED}</p>`));
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  await run(end);
  await expect.poll(() => marks.see()).toEqual({ badges: [], card: null });
  expect(await marks.underlined()).toEqual([]);
});

test('an address that is repeated on one line has one badge there, and another in another cell or paragraph', async ({
  open,
}) => {
  const twice = `<p><b>${LISTED}</b> (that is <b>${LISTED}</b>)</p>`;
  const cells = `<table><tr><td>${LISTED}<td>${LISTED}</table>`;
  const { page, run } = await open(written(`${twice}<p>${LISTED}</p>${cells}`));
  // Room for each line in any font.
  await page.setViewportSize({ width: 3000, height: 360 });
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 4);
  expect(await marks.underlined()).toEqual(Array.from({ length: 5 }, () => LISTED));
});

test('in forced colours the states of a mark differ by their line, which is drawn where the browser shows it', async ({
  open,
}) => {
  const { page } = await open(written(`<p>${LISTED}</p>`));
  await page.emulateMedia({ forcedColors: 'active' });
  const lines = await page.evaluate(() =>
    ['blocked', 'unconfirmed', 'checking'].map((state) => {
      const styleOf = (key: string) => getComputedStyle(document.documentElement, `::highlight(${key})`);
      const { textDecorationStyle, textUnderlineOffset } = styleOf(`${state}-address`);
      return [textDecorationStyle, textUnderlineOffset, styleOf(`${state}-address-band`).textDecorationLine];
    }),
  );
  expect(lines).toEqual([
    ['wavy', 'auto', 'none'],
    ['dashed', 'auto', 'none'],
    ['dotted', 'auto', 'none'],
  ]);
});

/** Pages without free space beside an address, each with the element around it. */
const TIGHT: Readonly<Record<string, string>> = {
  'text that follows': `<p id=holder>Send to <b id=a>${LISTED}</b> please, or to nobody, and not today, please</p>`,
  'a cell': `<table border=1><tr><td>a<td id=holder><span id=a>${LISTED}</span><td>next</table>`,
  'a text from right to left': `<p dir=rtl id=holder>שלח <b id=a>${LISTED}</b> אל</p>`,
};

for (const [name, body] of Object.entries(TIGHT))
  test(`a badge is on the line of its address and inside its container: ${name}${nightlyUnless(/follows/, name)}`, async ({
    open,
  }) => {
    const { page, run } = await open(written(body));
    await run(protect, LISTED.toLowerCase());
    const marks = await marksOf(page, 1);
    const { box } = (await marks.see()).badges[0]!;
    const [address, holder] = await page.evaluate(() =>
      ['#a', '#holder'].map((selector) => document.querySelector(selector)!.getBoundingClientRect().toJSON()),
    );
    const middle = box.y + box.height / 2;
    expect(middle).toBeGreaterThan(address.top);
    expect(middle).toBeLessThan(address.bottom);
    expect(box.x).toBeGreaterThanOrEqual(holder.left - 1);
    expect(box.x + box.width).toBeLessThanOrEqual(holder.right + 1);
  });
