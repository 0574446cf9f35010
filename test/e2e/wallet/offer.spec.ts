import type { Page } from '@playwright/test';
import { document, Marks } from '../harness/page/marks.ts';
import { expect, test } from '../harness/test.ts';
import { WALLET } from './wallet.ts';

const HOST = 'app.example';

test('the first page with a wallet brings the offer, once; a page is covered when it is loaded after that', {
  tag: '@smoke',
}, async ({ wary, site }) => {
  for (const path of ['/', '/other']) site.on(HOST, path, document(WALLET));
  const page = await wary.open(`http://${HOST}/`);
  const marks = new Marks(page);
  // The text of a wrapped function is native.
  const text = () =>
    page.evaluate(() => String((globalThis as unknown as { ethereum: { request: unknown } }).ethereum.request));
  expect(await text()).toContain('reached.push');
  await expect.poll(() => marks.notice()).toContain('This site uses a wallet');
  const popupSays = async (tab: Page, words: string) => {
    const popup = await wary.popup(tab);
    await expect(popup.getByText(words)).toBeVisible();
    await popup.close();
  };
  await popupSays(page, 'Wallet requests on this page aren’t checked: the check is off.');
  const other = await wary.open(`http://${HOST}/other`);
  await page.bringToFront();
  await marks.pressInCard('Turn on');
  await expect.poll(() => marks.notice()).toContain('Wallet requests are checked now');
  await marks.pressInCard('Reload this page');
  await expect.poll(() => marks.notice()).toBeNull();
  await expect.poll(text).toBe('function () { [native code] }');
  expect(await new Marks(other).notice()).toBeNull();
  await popupSays(page, 'Wallet requests on this page are checked before your wallet opens.');
  await popupSays(other, 'Wallet requests on this page are checked once you reload it.');
});
