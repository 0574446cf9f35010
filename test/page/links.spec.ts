import { expect, type Page } from '@playwright/test';
import { Marks, document as written } from '../e2e/harness/page/marks.ts';
import { protect } from './protect.ts';
import { test } from './stage.ts';

/** Links to listed sites are marked, from what the device itself knows; their page cannot read which. */

const LINKS = `<p>See <a href="https://drainer.example/mint">our mint</a> or <a href="https://good.example/">the docs</a></p>
<ul><li><a href="http://drainer.example/">Claim <b>now</b></a></li><li><a href="/here">here</a></li></ul>`;
/** The browser has a box for each text of a line. */
const LINES = 3;
const linked = () => (globalThis as unknown as { linked: string[] }).linked;

test('a link to a listed site is marked, with words where the pointer or the focus is, and its own text stays', async ({
  open,
}) => {
  const { page, run } = await open(written(LINKS));
  const before = await page.evaluate(() => document.body.innerHTML);
  await run(protect, 'drainer.example');
  const marks = new Marks(page);
  await expect.poll(async () => (await marks.links()).boxes.length).toBe(LINES);
  const [first] = (await marks.links()).boxes;
  const link = await page.locator('a').first().boundingBox();
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(first![side] - link![side])).toBeLessThanOrEqual(1);
  expect(await page.evaluate(() => document.body.innerHTML)).toBe(before);
  expect((await marks.links()).label).toBeNull();
  await page.locator('a').first().hover();
  await expect.poll(async () => (await marks.links()).label).toBe('marks_link_title. marks_link_advice');
  await page.mouse.move(300, 300);
  await expect.poll(async () => (await marks.links()).label).toBeNull();
  await page.locator('a').last().focus();
  await page.locator('a').first().focus();
  await expect.poll(async () => (await marks.links()).label).toBe('marks_link_title. marks_link_advice');
  expect(await run(linked)).toEqual(['drainer.example', 'good.example']);
});

test('a link that comes later is marked, and no host is asked about twice', async ({ open }) => {
  const { page, run } = await open(written('<p>nothing</p><a href="https://drainer.example/">one</a>'));
  await run(protect, 'drainer.example');
  const boxes = async () => (await new Marks(page).links()).boxes.length;
  await expect.poll(boxes).toBe(1);
  await page.evaluate(() =>
    document.body.insertAdjacentHTML('beforeend', '<a href="https://drainer.example/x">two</a>'),
  );
  await expect.poll(boxes).toBe(2);
  expect(await run(linked)).toEqual(['drainer.example']);
});

test('the host of a link is asked about however its address is written', async ({ open }) => {
  const links = [
    '//one.example/',
    'https:\\\\two.example',
    '/\\three.example',
    '/&#9;/four.example',
    'here',
    'mailto:a@b.example',
  ];
  const body = links.map((link) => `<a href="${link}">there</a>`).join(' ');
  const { run } = await open(written(body, '<base href="//base.example/">'));
  await run(protect);
  const hosts = ['base.example', 'one.example', 'two.example', 'three.example', 'four.example'];
  await expect.poll(() => run(linked)).toEqual(hosts);
});

/** Everything that a page can learn of its links and of what lies over it, before and while the pointer and the focus are on the first. */
async function measured(page: Page) {
  const measure = () =>
    page.evaluate(async () => {
      const link = document.querySelector('a')!;
      const boxes = [...document.querySelectorAll('*')].map((each) => [each.localName, each.getBoundingClientRect()]);
      const points = Array.from({ length: 40 }, (_, at) => [12 * (at % 20) + 5, 8 + 16 * Math.floor(at / 20)] as const);
      const hits = points.map(([x, y]) => document.elementsFromPoint(x, y).map(({ localName }) => localName));
      const carets = points.map(([x, y]) => {
        const caret = document.caretPositionFromPoint(x, y);
        return [caret?.offsetNode.nodeName, caret?.offset];
      });
      // What the browser itself finds to lie over an element (Intersection Observer v2).
      const visible = await new Promise<string[]>((resolve) => {
        const observer = new IntersectionObserver(
          (entries) => {
            observer.disconnect();
            resolve(
              entries.map((entry) => `${entry.target.localName} ${(entry as { isVisible?: boolean }).isVisible}`),
            );
          },
          { trackVisibility: true, delay: 100 } as IntersectionObserverInit,
        );
        for (const element of document.querySelectorAll('body *')) observer.observe(element);
      });
      const found = (text: string) => {
        getSelection()?.removeAllRanges();
        let times = 0;
        while (times < 9 && (window as unknown as { find(text: string): boolean }).find(text)) times += 1;
        getSelection()?.removeAllRanges();
        return times;
      };
      const words = ['marks_link_title', 'marks_region', 'marks_'].map(found);
      document.execCommand('selectAll');
      const selected = getSelection()?.toString();
      getSelection()?.removeAllRanges();
      const { scrollWidth, scrollHeight } = document.documentElement;
      return {
        boxes,
        hits,
        carets,
        visible,
        words,
        selected,
        size: [scrollWidth, scrollHeight, document.body.scrollWidth, document.body.scrollHeight],
        style: [...getComputedStyle(link)].map((name) => getComputedStyle(link).getPropertyValue(name)),
        markup: document.documentElement.outerHTML,
        highlights: [...CSS.highlights.keys()],
        active: document.activeElement?.localName,
        heard: (window as unknown as { heard?: string[] }).heard,
      };
    });
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    for (const type of ['pointerover', 'pointerout', 'pointermove', 'click', 'focusin', 'focusout'])
      document.addEventListener(type, ({ target }) => heard.push(`${type} ${(target as Element).localName}`), true);
  });
  const before = await measure();
  const first = (await page.locator('a').first().boundingBox())!;
  await page.mouse.move(first.x + 3, first.y + 3);
  const pointed = await measure();
  await page.mouse.move(400, 300);
  await page.keyboard.press('Tab');
  const focused = await measure();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  return { before, pointed, focused, last: await measure() };
}

test('a page cannot measure whether this profile knows a site that it links to', { tag: '@nightly' }, async ({
  open,
}) => {
  const results = [];
  for (const listed of ['drainer.example', '?drainer.example']) {
    const { page, run } = await open(written(LINKS));
    await page.evaluate(() => {
      const changes: string[] = [];
      Object.assign(window, { changes });
      new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records)
          changes.push(`${type} ${target.nodeName} ${[...addedNodes].map(({ nodeName }) => nodeName)}`);
      }).observe(document, { childList: true, attributes: true, characterData: true, subtree: true });
    });
    await run(protect, listed);
    await expect
      .poll(async () => {
        const { boxes, unseen } = await new Marks(page).links();
        return boxes.length + unseen;
      })
      .toBe(LINES);
    const changes = await page.evaluate(() => (window as unknown as { changes: string[] }).changes);
    results.push({ ...(await measured(page)), changes });
  }
  // What is measured sees our layer and reads its words, or this test could not fail.
  expect(results[0]?.before.visible).toContain('a false');
  expect(results[0]?.pointed.words).not.toEqual(results[0]?.before.words);
  expect(results[1]).toEqual(results[0]);
});
