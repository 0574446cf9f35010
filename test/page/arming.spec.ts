import { expect, type Page } from '@playwright/test';
import { LISTED, Marks, openCard, document as written } from '../e2e/harness/page/marks.ts';
import type * as Parts from './parts.ts';
import { protect } from './protect.ts';
import { test } from './stage.ts';

/** Shows a notice with one button, and counts its presses in `pressed`. */
function notify({ Notice }: typeof Parts): void {
  const scope = globalThis as unknown as { pressed: number };
  scope.pressed = 0;
  Object.assign(globalThis, { chrome: { runtime: { id: 'here' } } });
  const words = { say: (key: string) => key, language: 'en', direction: 'ltr' as const, moment: () => null };
  new Notice({
    words,
    title: 'Title',
    body: [],
    actions: [{ label: 'Never again', act: () => (scope.pressed += 1) }],
    closed: () => (scope.pressed += 1),
  });
}
const pressed = () => (globalThis as unknown as { pressed: number }).pressed;

async function click(page: Page, marks: Marks, label: string, times: number): Promise<void> {
  const { x, y } = await marks.placeOf(label);
  for (let click = 0; click < times; click += 1) await page.mouse.click(x, y);
}

for (const label of ['Never again', 'card_close'])
  test(`clicks in a row from before the notice do not press "${label}"; one after a while does`, async ({ open }) => {
    const { page, run } = await open(written('<p>page</p>'));
    const marks = new Marks(page);
    await run(notify);
    await click(page, marks, label, 30);
    expect(await run(pressed)).toBe(0);
    await marks.pressInCard(label);
    expect(await run(pressed)).toBe(1);
    expect(await marks.notice()).toBeNull();
  });

test('a held key presses no button of a notice, and one press of the key does', async ({ open }) => {
  const { page, run } = await open(written('<p>page</p>'));
  const marks = new Marks(page);
  await run(notify);
  const focus = async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
  };
  await focus();
  await page.keyboard.down('Enter');
  await expect
    .poll(async () => {
      await page.keyboard.down('Enter');
      return (await marks.placeOf('Never again')).isArmed;
    })
    .toBe(true);
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(await run(pressed)).toBe(0);
  await expect.poll(async () => (await marks.placeOf('Never again')).isArmed).toBe(true);
  await page.keyboard.press('Enter');
  expect(await run(pressed)).toBe(1);
});

/** What a page does to the notice while its button is armed; each takes the arming away. */
const TRICKS: Readonly<Record<string, string>> = {
  'a cover that lets clicks through': `Object.assign(document.body.appendChild(document.createElement('div')),
    { popover: 'manual', style: 'position: fixed; inset: 0; width: 100%; height: 100%; margin: 0; padding: 0; pointer-events: none; background: white' })
    .showPopover()`,
  'a zoom of the root': `document.documentElement.style.zoom = '1.4'`,
};
for (const [name, trick] of Object.entries(TRICKS))
  test(`a page cannot lead a click onto an armed button by ${name}`, async ({ open }) => {
    const { page, run } = await open(written('<p>page</p>'));
    const marks = new Marks(page);
    await run(notify);
    await expect.poll(async () => (await marks.placeOf('Never again')).isArmed).toBe(true);
    await page.evaluate(trick);
    await expect
      .poll(async () => {
        return (await marks.placeOf('Never again')).isArmed;
      })
      .toBe(false);
  });

test('the buttons of a card take no click that was meant for what was there before, nor one after a scroll', async ({
  open,
}) => {
  const { page, run } = await open(written(`<p>${LISTED}</p><div style="height: 3000px"></div>`));
  await run(protect, LISTED.toLowerCase());
  const marks = new Marks(page);
  await expect.poll(() => marks.shown()).toBe(1);
  await openCard(page, marks);
  await click(page, marks, 'marks_card_hide', 30);
  expect((await marks.see()).badges).toHaveLength(1);
  await expect.poll(async () => (await marks.placeOf('marks_card_hide')).isArmed).toBe(true);
  // The page moves the card under the pointer just before the press: what was armed at another place is not armed there.
  await page.mouse.move(1, 1);
  await page.evaluate(() => addEventListener('mousemove', () => scrollBy(0, 10), { once: true, capture: true }));
  await click(page, marks, 'marks_card_hide', 1);
  expect((await marks.see()).badges).toHaveLength(1);
  await marks.pressInCard('marks_card_hide');
  await expect.poll(async () => (await marks.see()).badges).toEqual([]);
});
