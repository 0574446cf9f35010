import { document, Marks } from '../harness/page/marks.ts';
import { expect, test } from '../harness/test.ts';
import { WALLET } from './wallet.ts';

const HOST = 'app.example';

test('the first page with a wallet brings the offer, once; a page is covered when it is loaded after that', {
  tag: '@smoke',
}, async ({ wary, site }) => {
  site.on(HOST, '/', document(WALLET));
  const page = await wary.open(`http://${HOST}/`);
  const marks = new Marks(page);
  // The text of a wrapped function is native.
  const text = () =>
    page.evaluate(() => String((globalThis as unknown as { ethereum: { request: unknown } }).ethereum.request));
  expect(await text()).toContain('reached.push');
  await expect.poll(() => marks.notice()).toContain('This site talks to a wallet');
  const other = await wary.open(`http://${HOST}/`);
  await page.bringToFront();
  await marks.pressInCard('Switch on');
  await expect.poll(() => marks.notice()).toContain('Wallet requests are looked at now');
  await marks.pressInCard('Load this page again');
  await expect.poll(() => marks.notice()).toBeNull();
  await expect.poll(text).toBe('function () { [native code] }');
  expect(await new Marks(other).notice()).toBeNull();
});
