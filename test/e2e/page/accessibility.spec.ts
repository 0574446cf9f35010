import { visit } from '../harness/browser.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

const ADDRESSES = ['http://portal.wary.test/acme/report'];

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
    await visit(page, address);
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

test('the way back is visible in a small window, whatever is above it', async ({ wary }) => {
  const warning = await wary.open(
    'http://a-name-that-takes-several-lines-of-a-narrow-window.and-goes-on.drainer.wary.test/',
  );
  await warning.setViewportSize({ width: 320, height: 300 });
  await expect(warning.getByRole('button', { name: 'Go back' })).toBeInViewport({ ratio: 1 });
});
