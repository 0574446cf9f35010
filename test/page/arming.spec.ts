import { expect, type Page } from '@playwright/test';
import { LISTED, Marks, openCard, rest, document as written } from '../e2e/harness/page/marks.ts';
import { nightlyUnless } from './nightly.ts';
import type * as Parts from './parts.ts';
import { protect } from './protect.ts';
import { type Staged, test } from './stage.ts';

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
async function notified({ page, run }: Staged) {
  await run(notify);
  return { page, run, marks: new Marks(page) };
}
/** Listens before the page does, as the guard of every page. */
function guard({ keepPressesInLayers, countInterruptions }: typeof Parts): void {
  keepPressesInLayers(window);
  countInterruptions(window);
}
const pressed = () => (globalThis as unknown as { pressed: number }).pressed;

type Spot = { readonly x: number; readonly y: number };
/** No click waits for the one before: on a busy machine that could take the second in which a button is armed. */
const clicks = (page: Page, { x, y }: Spot, times: number) => {
  const presses = Array.from({ length: times }, () => [page.mouse.down(), page.mouse.up()]);
  return [page.mouse.move(x, y), ...presses.flat()];
};

for (const label of ['Never again', 'card_close'])
  test(`clicks in a row from before the notice do not press "${label}"; one after a while does${nightlyUnless(/Never/, label)}`, async ({
    open,
  }) => {
    const { page, run, marks } = await notified(await open(written('<p>page</p>')));
    const spot = await marks.placeOf(label);
    await Promise.all([run(notify), ...clicks(page, spot, 30)]);
    expect(await run(pressed)).toBe(0);
    await marks.pressInCard(label);
    expect(await run(pressed)).toBe(1);
    expect(await marks.notice()).toBeNull();
  });

test('F6 leads to a notice, and a button moves it off what it covers', async ({ open }) => {
  const { page, marks } = await notified(await open(written('<button autofocus>page</button>')));
  const { y } = await marks.placeOf('noticeMove');
  await page.keyboard.press('F6');
  await page.keyboard.press('Enter');
  expect((await marks.placeOf('noticeMove')).y).toBeGreaterThan(y + 200);
});

test('a key that stays down presses no button of a notice, and one press of the key does', async ({ open }) => {
  const { page, run, marks } = await notified(await open(written('<p>page</p>')));
  for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
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
  // On a busy machine the browser may report the button as out of sight for a moment, which begins its second again.
  await expect(async () => {
    await marks.armed();
    await page.keyboard.press('Enter');
    expect(await run(pressed)).toBe(1);
  }).toPass();
});

test('a click or touch on a notice, and what belongs to it, never reaches the page, which hears and may cancel all others', async ({
  open,
}) => {
  const { page, run } = await open(
    written(
      '<p>page</p>',
      `<script>var heard = []; for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'contextmenu', 'dblclick', 'touchstart', 'touchend'])
        addEventListener(type, (event) => heard.push(type) && event.preventDefault(), { capture: true, passive: false });</script>`,
    ),
    guard,
  );
  const marks = new Marks(page);
  await run(notify);
  await page.mouse.move(1, 1);
  await marks.pressInCard('Never again');
  expect(await run(pressed)).toBe(1);
  await run(notify);
  const { x, y } = await marks.armed();
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect.poll(() => run(pressed)).toBe(1);
  expect(await page.evaluate('heard')).toEqual([]);
  await page.mouse.click(20, 300);
  expect(await page.evaluate('heard')).toEqual(['pointerdown', 'pointerup', 'click']);
});

/** What a page does to the notice while its button is armed; each takes the arming away. */
const TRICKS: Readonly<Record<string, string>> = {
  // Opened again and again, so that the notice is not put above it each time.
  'a cover that lets clicks through': `const cover = Object.assign(document.body.appendChild(document.createElement('div')),
    { popover: 'manual', style: 'position: fixed; inset: 0; width: 100%; height: 100%; margin: 0; padding: 0; pointer-events: none; background: white' });
    setInterval(() => { cover.togglePopover(); cover.showPopover(); }, 20)`,
  'a window above every other': `addEventListener('click', () => documentPictureInPicture.requestWindow(), { once: true })`,
  'a zoom of the root': `document.documentElement.style.zoom = '1.4'`,
  'closing the notice': `document.querySelector('html > [popover]').hidePopover()`,
};
for (const [name, trick] of Object.entries(TRICKS))
  test(`a page cannot lead a click onto an armed button by ${name}`, { tag: '@nightly' }, async ({ open }) => {
    const { page, marks } = await notified(await open(written('<p>page</p>')));
    await marks.armed();
    await page.evaluate(trick);
    await page.mouse.click(20, 300);
    await expect.poll(async () => (await marks.placeOf('Never again')).isArmed).toBe(false);
    await page.waitForFunction(() => document.querySelector('html > [popover]:popover-open'));
  });

async function dragOnto(page: Page, spot: Spot): Promise<void> {
  await page.evaluate(() => {
    const notice = document.querySelector('html > div[popover]')!;
    addEventListener('pointerdown', ({ pointerId }) => notice.setPointerCapture(pointerId), { once: true });
  });
  await page.mouse.move(20, 300);
  await page.mouse.down();
  await page.mouse.move(spot.x, spot.y);
  await page.mouse.up();
}

/** What a page does right before or during the press on an armed button, which then does not count. */
const MOVES: Readonly<Record<string, (page: Page, spot: Spot) => Promise<unknown>>> = {
  'moving the window under the pointer': async (page, spot) => {
    const session = await page.context().newCDPSession(page);
    const { windowId } = await session.send('Browser.getWindowForTarget');
    const bounds = { left: 70, top: 60 };
    await session.send('Browser.setWindowBounds', { windowId, bounds });
    // The page learns of it some time later than the answer comes.
    await page.waitForFunction(({ left }) => screenX === left, bounds);
    await Promise.all(clicks(page, spot, 1));
  },
  // As it is when a page leaves full screen: the bars of the browser push everything down.
  'a lower window': async (page, spot) => {
    await page.setViewportSize({ width: 480, height: 300 });
    await Promise.all(clicks(page, spot, 1));
  },
  'a pointer that it had locked': async (page, spot) => {
    await page.mouse.move(spot.x, spot.y);
    await page.evaluate(() => addEventListener('keydown', () => document.body.requestPointerLock(), { once: true }));
    await page.keyboard.press('x');
    await expect.poll(async () => (await new Marks(page).placeOf('Never again')).isArmed).toBe(false);
    await Promise.all([page.evaluate(() => document.exitPointerLock()), ...clicks(page, spot, 1)]);
  },
  'a cover that is painted while its scripts keep the browser from looking': async (page, spot) => {
    const busy = page.waitForEvent('console');
    await page.evaluate(() => {
      const style = 'position: fixed; inset: 0; width: 100%; height: 100%; background: white; pointer-events: none';
      const cover = { popover: 'manual', style };
      Object.assign(document.body.appendChild(document.createElement('div')), cover).showPopover();
      requestAnimationFrame(() =>
        setTimeout(() => {
          console.log('busy');
          for (const start = performance.now(); performance.now() - start < 1_500; );
        }),
      );
    });
    await busy;
    await page.mouse.click(spot.x, spot.y);
  },
  'a dialog of the browser above it': async (page, spot) => {
    page.once('dialog', async (dialog) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await dialog.accept();
    });
    await page.evaluate(() => alert('Click here'));
    await page.mouse.click(spot.x, spot.y);
  },
  'a drag that it has end on the notice': dragOnto,
  'a drag that it has end on the notice, after a press that began there and ended elsewhere': async (page, spot) => {
    await page.mouse.move(spot.x, spot.y);
    await page.mouse.down();
    await page.mouse.move(20, 300);
    await page.mouse.up();
    await new Marks(page).armed();
    await dragOnto(page, spot);
  },
  'Space that stays down from before, which it keeps from the notice': async (page) => {
    await page.evaluate(() => addEventListener('keydown', (event) => event.stopImmediatePropagation(), true));
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    await page.keyboard.down(' ');
    await new Marks(page).armed();
    await page.keyboard.up(' ');
  },
  'keys that it names: Tab and Enter': (page) =>
    Promise.all(['Tab', 'Tab', 'Enter'].map((key) => page.keyboard.press(key))),
};
for (const [name, move] of Object.entries(MOVES))
  test(`a page cannot have an armed button pressed by ${name}`, {
    tag: '@nightly',
  }, async ({ open }) => {
    const { page, run, marks } = await notified(await open(written('<p>page</p>'), guard));
    await rest(page, await marks.placeOf('Never again'));
    await move(page, await marks.armed());
    expect(await run(pressed)).toBe(0);
  });

test('a click for which the mouse has just come does not press what decides: a list of the browser may have been there', {
  tag: '@nightly',
}, async ({ open }) => {
  const { page, run, marks } = await notified(await open(written('<p>page</p>')));
  const { x, y } = await marks.armed();
  await page.mouse.click(x, y);
  expect(await run(pressed)).toBe(0);
  await marks.pressInCard('Never again');
  expect(await run(pressed)).toBe(1);
});

test('a page cannot have an armed button pressed by Enter, after an early click that gave it the focus', {
  tag: '@nightly',
}, async ({ open }) => {
  const { page, run, marks } = await notified(await open(written('<p>page</p>'), guard));
  const { x, y } = await marks.placeOf('Never again');
  await page.mouse.click(x, y);
  await marks.armed();
  await run(() => {
    // Firefox shows no focus after a click, not even at a key.
    const { matches } = Element.prototype;
    Object.assign(Element.prototype, {
      matches(this: Element, selector: string) {
        return selector !== ':focus-visible' && matches.call(this, selector);
      },
    });
  });
  await page.keyboard.press('Enter');
  expect(await run(pressed)).toBe(0);
});

test('a page cannot have an armed button in a frame pressed by moving the frame under the pointer', {
  tag: '@nightly',
}, async ({ open, site }) => {
  const url = `http://frame.example:${site.port}/`;
  site.on('frame.example', '/', written('<p>frame</p>'));
  const { page, runIn } = await open(
    written(`<iframe src="${url}" style="position: absolute; left: 0; top: 0; width: 480px; height: 300px"></iframe>`),
  );
  const frame = page.frame({ url })!;
  const run = await runIn(frame);
  await run(notify);
  const marks = new Marks(page, frame);
  const { x, y } = await marks.placeOf('Never again');
  // Only a frame that has the focus arms its buttons.
  await page.mouse.click(x, 290);
  await page.mouse.move(x, 350);
  await marks.armed();
  await page.locator('iframe').evaluate(async (moved) => {
    Object.assign(moved.style, { top: '50px' });
    // The browser tells the process of a frame where it is with the next picture.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
  await rest(page, { x, y: y + 50 });
  await page.mouse.click(x, y + 50);
  expect(await run(pressed)).toBe(0);
  await marks.armed();
  await page.mouse.click(x, y + 50);
  expect(await run(pressed)).toBe(1);
});

test('Escape closes a notice that was in sight for a second, and none before', async ({ open }) => {
  const { page, run, marks } = await notified(await open(written('<p>page</p>')));
  const { x, y } = await marks.placeOf('Never again');
  await page.mouse.click(x, y);
  await page.keyboard.press('Escape');
  expect(await run(pressed)).toBe(0);
  await marks.armed('card_close');
  // On a busy machine it may have to come into sight again.
  await expect(async () => {
    await page.keyboard.press('Escape');
    expect(await run(pressed)).toBe(1);
  }).toPass();
});

test('an armed button begins its second again when another window has the focus for a moment, though the page hides that', {
  tag: '@nightly',
}, async ({ open }) => {
  const { page, run } = await open(written('<p>page</p>'), guard);
  await page.evaluate(() => addEventListener('blur', (event) => event.stopImmediatePropagation(), true));
  const marks = new Marks(page);
  await run(notify);
  const { x, y } = await marks.armed();
  await rest(page, { x, y });
  // No window of a browser without a display loses the focus.
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await page.mouse.click(x, y);
  expect(await run(pressed)).toBe(0);
});

test('the buttons of a card take no click that was meant for what was there before, nor one after a scroll', async ({
  open,
}) => {
  const { page, run } = await open(written(`<p>${LISTED}</p><div style="height: 3000px"></div>`));
  await run(protect, LISTED.toLowerCase());
  const marks = new Marks(page);
  await expect.poll(() => marks.shown()).toBe(1);
  await openCard(page, marks);
  const spot = await marks.placeOf('marks_card_steps');
  const { box } = (await marks.see()).badges[0]!;
  await page.keyboard.press('Escape');
  await Promise.all([
    ...clicks(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, 1),
    ...clicks(page, spot, 30),
  ]);
  expect((await marks.see()).card).not.toBeNull();
  await marks.armed('marks_card_steps');
  // The page moves the card under the pointer just before the press: what was armed at another place is not armed there.
  await page.mouse.move(1, 1);
  await page.evaluate(() => addEventListener('mousemove', ({ clientY }) => clientY > 5 && scrollTo(0, 10), true));
  await page.mouse.click(spot.x, spot.y);
  expect((await marks.see()).card).not.toBeNull();
  await marks.pressInCard('marks_card_steps');
  await expect.poll(async () => (await marks.see()).card).toBeNull();
});
