import type { Page } from '@playwright/test';
import { visit } from '../harness/browser.ts';
import { findings } from '../harness/page/axe.ts';
import { smallTargets } from '../harness/page/targets.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('axe finds nothing in the popup, the settings, the welcome and the portal', async ({ wary }) => {
  test.setTimeout(120_000);
  const site = await wary.open('http://quiet.example/');
  const popup = await wary.popup(site);
  await expect(popup.getByText('Not on the blocklist')).toBeVisible();
  expect(await findings(popup)).toEqual([]);
  await popup.getByRole('button', { name: 'Report a scam' }).click();
  expect(await findings(popup)).toEqual([]);
  await popup.getByRole('button', { name: 'Send report' }).click();
  await expect(popup.getByText('Report sent')).toBeVisible();
  expect(await findings(popup)).toEqual([]);
  for (const address of [
    wary.url('settings.html'),
    wary.url('welcome.html'),
    wary.url('self-test.html'),
    wary.url('sidepanel.html'),
    'http://portal.wary.test/',
    'http://portal.wary.test/acme',
    'http://portal.wary.test/acme/report',
  ]) {
    const page = await wary.open(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => findings(page), address).toEqual([]);
  }
});

test('every control is large enough for a finger', async ({ wary }) => {
  test.setTimeout(120_000);
  await wary.send('allowancesAdd', { allowances: [{ expression: 'quiet.example/', until: null, allowedAt: 0 }] });
  const popup = await wary.popup(await wary.open('http://quiet.example/'));
  await expect(popup.getByText('Not on the blocklist')).toBeVisible();
  expect(await smallTargets(popup), 'popup').toEqual([]);
  await popup.getByRole('button', { name: 'Report a scam' }).click();
  await expect(popup.getByRole('button', { name: 'Send report' })).toBeVisible();
  expect(await smallTargets(popup), 'report').toEqual([]);
  await popup.getByRole('button', { name: 'Send report' }).click();
  await expect(popup.getByText('Report sent')).toBeVisible();
  const found: string[] = [];
  for (const name of ['settings', 'welcome', 'self-test', 'sidepanel']) {
    const page = await wary.open(wary.url(`${name}.html`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    found.push(...(await smallTargets(page)).map((target) => `${name} ${target}`));
  }
  expect(found).toEqual([]);
});

test('every page fits 320 pixels without scrolling sideways', async ({ wary }) => {
  const page = await wary.context.newPage();
  for (const address of [wary.url('settings.html'), wary.url('welcome.html'), 'http://portal.wary.test/acme']) {
    await visit(page, address);
    await page.setViewportSize({ width: 320, height: 700 });
    const beyond = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(beyond, address).toBeLessThanOrEqual(0);
  }
});

/** How far the page and its content exceed the window's width, and which controls are not inside it. */
const beyond = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const pressed = [...document.querySelectorAll('button, a[href], input, textarea, h1, h2, p')]
      .filter((element) => element.checkVisibility() && element.closest('.visually-hidden') === null)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > clientWidth + 1;
      })
      .map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`);
    return scrollWidth > clientWidth ? [`the page: ${scrollWidth}`, ...pressed] : pressed;
  });

test('popup and settings are complete at 400 % zoom and scroll in one direction only', async ({ wary }) => {
  const popup = await wary.popup(await wary.open('http://quiet.example/'));
  await popup.setViewportSize({ width: 320, height: 256 });
  await expect(popup.getByRole('button', { name: 'Report a scam' })).toBeVisible();
  expect(await beyond(popup), 'popup').toEqual([]);
  await popup.getByRole('button', { name: 'Report a scam' }).click();
  await expect(popup.getByRole('button', { name: 'Send report' })).toBeInViewport({ ratio: 1 });
  expect(await beyond(popup), 'report').toEqual([]);
  await popup.getByRole('button', { name: 'Send report' }).click();
  await expect(popup.getByText('Report sent')).toBeVisible();
  await visit(popup, wary.url('popup.html?view=outbox'));
  await popup.getByRole('button', { name: /Details/ }).click();
  await expect(popup.getByText('Reference')).toBeVisible();
  expect(await beyond(popup), 'outbox').toEqual([]);
  expect(await findings(popup), 'outbox').toEqual([]);
  // The settings show the requests made before they were opened.
  await wary.send('listSync');
  const settings = await wary.open(wary.url('settings.html'));
  await settings.setViewportSize({ width: 320, height: 256 });
  const request = settings
    .getByRole('button', { name: /^(Is there a newer list|What changed in the list|Lists of your organization)/ })
    .first();
  // Content above grows as it loads, and would push a part that loads in view out of the window.
  await expect(async () => {
    for (const part of ['statistics', 'about', 'traffic']) await settings.locator(`#${part}`).scrollIntoViewIfNeeded();
    await expect(request).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await request.click();
  expect(await beyond(settings), 'settings').toEqual([]);
});

test('with forced colours the main action differs from other buttons, and quiet buttons differ from text', async ({
  wary,
}) => {
  const tab = await wary.open('http://drainer.wary.test/');
  await expect(tab).toHaveURL(/warning\.html/);
  const popup = await wary.popup(tab);
  await popup.emulateMedia({ forcedColors: 'active' });
  const look = (name: string) =>
    popup.getByRole('button', { name }).evaluate((element) => {
      const { backgroundColor, textDecorationLine } = getComputedStyle(element);
      return { backgroundColor, textDecorationLine };
    });
  await expect(popup.getByRole('button', { name: 'Go back to safety' })).toBeVisible();
  const [main, plain] = [await look('Go back to safety'), await look('It is a mistake')];
  expect(main.backgroundColor).not.toBe(plain.backgroundColor);
  expect((await look('Private windows')).textDecorationLine).toBe('underline');
  expect(await findings(popup)).toEqual([]);
});

const ADDRESSES = ['settings.html', 'welcome.html', 'http://portal.wary.test/acme/report'];

test('nothing moves under reduced motion, and nothing is quiet where more contrast is wanted', async ({ wary }) => {
  const page = await wary.context.newPage();
  const look = () =>
    page.evaluate(() => {
      const lasts = (durations: string) => durations.split(',').some((duration) => Number.parseFloat(duration) > 0);
      const moves = (style: CSSStyleDeclaration) =>
        lasts(style.transitionDuration) || (style.animationName !== 'none' && lasts(style.animationDuration));
      const named = ({ tagName, className }: Element) => `${tagName}.${className}`;
      const all = [...document.body.querySelectorAll('*')];
      const isMoving = (element: Element) =>
        [undefined, '::before', '::after'].some((pseudo) => moves(getComputedStyle(element, pseudo)));
      const { color } = getComputedStyle(document.body);
      return {
        moving: all.filter(isMoving).map(named),
        quiet: all
          .filter((element) => element.matches('.quiet') && getComputedStyle(element).color !== color)
          .map(named),
      };
    });
  for (const address of ADDRESSES) {
    await visit(page, address.startsWith('http') ? address : wary.url(address));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.emulateMedia({ reducedMotion: 'no-preference', contrast: 'no-preference' });
    expect((await look()).quiet, `${address} as usual`).not.toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce', contrast: 'more' });
    expect(await look(), address).toEqual({ moving: [], quiet: [] });
  }
});

type Browsing = {
  extension: { getViews(properties: object): Window[] };
  settingsPrivate: { setDefaultZoom(zoom: number): Promise<void> };
  action: { openPopup(): Promise<void> };
};

test('the real popup scrolls in one direction only at four times the zoom', async ({ wary }) => {
  const appearance = await wary.open('chrome://settings/appearance');
  const zoom = (factor: number) =>
    appearance.evaluate(
      (factor) => (globalThis as unknown as { chrome: Browsing }).chrome.settingsPrivate.setDefaultZoom(factor),
      factor,
    );
  await zoom(4);
  const page = await wary.open(wary.url('steps.html'));
  await page.evaluate(() => (globalThis as unknown as { chrome: Browsing }).chrome.action.openPopup());
  const sizes = () =>
    page.evaluate(() => {
      const [view] = (globalThis as unknown as { chrome: Browsing }).chrome.extension.getViews({ type: 'popup' });
      if (!view?.document.querySelector('h1')) return null;
      const { scrollWidth, clientWidth } = view.document.documentElement;
      const main = view.document.querySelector('main')!;
      return {
        isZoomed: view.outerWidth > view.innerWidth * 2,
        page: scrollWidth - clientWidth,
        main: main.scrollWidth - main.clientWidth,
        canScroll: main.scrollHeight > main.clientHeight,
      };
    });
  await expect.poll(sizes).toEqual({ isZoomed: true, page: 0, main: 0, canScroll: true });
  await page.evaluate(() =>
    (globalThis as unknown as { chrome: Browsing }).chrome.extension.getViews({ type: 'popup' })[0]?.close(),
  );
  await zoom(1);
});

test('the main action is visible in a small window, whatever is above it', async ({ wary }) => {
  const popup = await wary.popup(await wary.open('http://quiet.example/'));
  await popup.setViewportSize({ width: 380, height: 400 });
  await popup.getByRole('button', { name: 'Report a scam' }).click();
  await expect(popup.getByRole('button', { name: 'Send report' })).toBeInViewport({ ratio: 1 });
});
