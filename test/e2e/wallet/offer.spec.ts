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
  await expect.poll(() => marks.notice()).toContain('This site talks to a wallet');
  const popupSays = async (tab: Page, words: string) => {
    const popup = await wary.popup(tab);
    await expect(popup.getByText(words)).toBeVisible();
    await popup.close();
  };
  await popupSays(page, 'Wallet requests of this page are not looked at: that is switched off.');
  const other = await wary.open(`http://${HOST}/other`);
  await page.bringToFront();
  await marks.pressInCard('Switch on');
  await expect.poll(() => marks.notice()).toContain('Wallet requests are looked at now');
  await marks.pressInCard('Load this page again');
  await expect.poll(() => marks.notice()).toBeNull();
  await expect.poll(text).toBe('function () { [native code] }');
  expect(await new Marks(other).notice()).toBeNull();
  await popupSays(page, 'Wallet requests of this page are looked at before your wallet opens.');
  await popupSays(other, 'Wallet requests of this page are looked at once you load it again.');
});
