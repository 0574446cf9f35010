import { expect, type Page } from '@playwright/test';
import { LISTED, Marks, document as written } from '../e2e/harness/page/marks.ts';
import { clientScript, FRAMEWORKS, type Framework, serverText } from '../fixtures/application/application.ts';
import { nightlyUnless } from './nightly.ts';
import { protect } from './protect.ts';
import { test } from './stage.ts';

/** Applications that change their own page: marks do not break them, and they do not break marks. */

const CLEAN = '0xc1ea000000000000000000000000000000000001';
type Application = {
  hydrate(root: Element, address: string): Promise<(address: string) => void>;
  show(address: string): void;
};

async function marksOf(page: Page, count: number): Promise<Marks> {
  const marks = new Marks(page);
  await expect.poll(() => marks.shown()).toBe(count);
  return marks;
}

/** Hydrates the server's markup. False if the application had to write any of it again. */
async function hydrate(address: string): Promise<boolean> {
  const scope = globalThis as unknown as Application;
  const root = document.querySelector('#root')!;
  const before = [...root.querySelectorAll('*')];
  const { outerHTML } = root;
  Object.assign(scope, { show: await scope.hydrate(root, address) });
  const now = [...root.querySelectorAll('*')];
  const bare = (html: string) => html.replaceAll(/<!--.*?-->| data-v-app=""/g, '');
  return (
    now.length === before.length &&
    now.every((each, at) => each === before[at]) &&
    bare(root.outerHTML) === bare(outerHTML)
  );
}
const show = (page: Page, address: string) =>
  page.evaluate((address) => (globalThis as unknown as Application).show(address), address);

/** The errors that an application reports from now on. */
function complaintsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && problems.push(message.text()));
  return problems;
}

/** Loads an application into a page rendered by its server. */
async function load(page: Page, framework: Framework): Promise<void> {
  const script = Buffer.from(await clientScript(framework)).toString('base64');
  await page.evaluate(
    `import('data:text/javascript;base64,${script}').then(({ hydrate }) => void Object.assign(globalThis, { hydrate }))`,
  );
}

for (const framework of FRAMEWORKS) {
  test(`${framework} hydrates a page with a marked address, and the mark follows the rendered address${nightlyUnless(/^react/, framework)}`, async ({
    open,
  }) => {
    const { page, run } = await open(written(`<div id=root>${await serverText(framework, LISTED)}</div>`));
    const problems = complaintsOf(page);
    await run(protect, LISTED.toLowerCase());
    const marks = await marksOf(page, 1);
    await load(page, framework);
    expect(await page.evaluate(hydrate, LISTED)).toBe(true);
    expect(await marks.underlined()).toEqual([LISTED]);
    await show(page, CLEAN);
    await expect.poll(() => marks.underlined()).toEqual([]);
    await expect.poll(async () => (await marks.see()).badges).toEqual([]);
    await show(page, LISTED);
    await expect.poll(() => marks.shown()).toBe(1);
    expect(await marks.underlined()).toEqual([LISTED]);
    expect(problems).toEqual([]);
  });

  test(`control: ${framework} notices an element that is inserted between its own${nightlyUnless(/^react/, framework)}`, async ({
    open,
  }) => {
    const { page } = await open(written(`<div id=root>${await serverText(framework, LISTED)}</div>`));
    const problems = complaintsOf(page);
    await page.evaluate(() => {
      const mark = document.createElement('mark');
      document.querySelector('#root b')!.replaceWith(mark);
      mark.textContent = 'listed';
    });
    await load(page, framework);
    expect([await page.evaluate(hydrate, LISTED), problems.length]).not.toEqual([true, 0]);
  });
}

/** Shows ten of a thousand rows in recycled elements. */
function virtualize(listed: string): void {
  const view = document.querySelector<HTMLElement>('#view')!;
  const rows = [...view.querySelectorAll('p')];
  const text = (at: number) => (at % 100 === 5 ? listed : `row ${at}`);
  const fill = () => {
    const first = Math.floor(view.scrollTop / 30);
    for (const [at, row] of rows.entries()) {
      row.style.top = `${(first + at) * 30}px`;
      row.textContent = text(first + at);
    }
  };
  view.addEventListener('scroll', fill);
  fill();
}

const LIST = `<style>#view { position: relative; block-size: 240px; overflow: auto; } #view p { font-size: 9px; position: absolute; inline-size: 100%; margin: 0; block-size: 30px; }</style>
<div id=view tabindex=0><div style="block-size: 30000px">${'<p></p>'.repeat(10)}</div></div>`;

test('a list that reuses its rows has a mark at the address, and nowhere else', async ({ open }) => {
  const { page, run } = await open(written(LIST));
  await page.evaluate(virtualize, LISTED);
  await run(protect, LISTED.toLowerCase());
  const marks = await marksOf(page, 1);
  const scroll = (rows: number) => page.evaluate((top) => document.querySelector('#view')!.scrollTo(0, top), rows * 30);
  await scroll(50);
  await expect.poll(() => marks.underlined()).toEqual([]);
  await expect.poll(() => marks.shown()).toBe(0);
  await scroll(103);
  await expect.poll(() => marks.shown()).toBe(1);
  expect(await marks.underlined()).toEqual([LISTED]);
  await expect.poll(() => gap(page, marks, '#view p:nth-of-type(3)')).toBeLessThan(10);
});

/** The distance of the badge from the text of an element: beside it, and from the middle of its line. */
async function gap(page: Page, marks: Marks, selector: string): Promise<number> {
  const line = await page.evaluate((selector) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(selector)!);
    const { right, top, bottom } = range.getBoundingClientRect();
    return { right, middle: (top + bottom) / 2 };
  }, selector);
  const [badge] = (await marks.see()).badges.filter(({ shown }) => shown);
  if (badge === undefined) return Number.POSITIVE_INFINITY;
  const middle = badge.box.y + badge.box.height / 2;
  return Math.max(Math.abs(badge.box.x - line.right), Math.abs(middle - line.middle));
}

for (const [name, style] of Object.entries({
  zoomed: 'zoom: 1.5',
  'made smaller': 'zoom: 0.6',
  'scaled around its address': 'transform: scale(0.8); transform-origin: 0 0',
}))
  test(`the mark of an address is on its line in a page that is ${name}${nightlyUnless(/zoomed/, name)}`, async ({
    open,
  }) => {
    const small = '<style>#a { font-size: 9px; }</style>';
    const { page, run } = await open(written(`${small}<div style="${style}"><p>to <b id=a>${LISTED}</b></p></div>`));
    await run(protect, LISTED.toLowerCase());
    const marks = await marksOf(page, 1);
    await expect.poll(() => gap(page, marks, '#a')).toBeLessThan(10);
  });
