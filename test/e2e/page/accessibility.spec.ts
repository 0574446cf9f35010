import { restless } from '../../page/ui/usable.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

test('nothing moves under reduced motion, and nothing is quiet where more contrast is wanted', async ({ wary }) => {
  const page = await wary.open('http://portal.wary.test/acme/report');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(restless), 'as usual').not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce', contrast: 'more' });
  expect(await page.evaluate(restless)).toEqual([]);
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
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = view.document.documentElement;
      const main = view.document.querySelector('main')!;
      return {
        isZoomed: view.outerWidth > view.innerWidth * 2,
        page: scrollWidth - clientWidth,
        main: main.scrollWidth - main.clientWidth,
        canScroll: scrollHeight > clientHeight,
      };
    });
  await expect.poll(sizes).toEqual({ isZoomed: true, page: 0, main: 0, canScroll: true });
  await page.evaluate(() =>
    (globalThis as unknown as { chrome: Browsing }).chrome.extension.getViews({ type: 'popup' })[0]?.close(),
  );
  await zoom(1);
});
