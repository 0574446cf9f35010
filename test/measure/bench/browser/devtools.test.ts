import { afterEach, expect, test } from 'vitest';
import { BareChromium } from './devtools.ts';

let browser: BareChromium;
afterEach(() => browser.stop());

test('a call that a crashed browser never answers is refused, and the browser can still be closed', async () => {
  browser = new BareChromium();
  await browser.start([]);
  await expect(browser.send('Browser.crash')).rejects.toThrow('Browser.crash: the browser has ended');
  await expect(browser.send('Target.getTargets')).rejects.toThrow('Target.getTargets: the browser does not run');
  await browser.close();
});

test('a call that waits for a tab is refused once the tab is closed', async () => {
  browser = new BareChromium();
  await browser.start([]);
  const tab = await browser.tab('about:blank');
  const waiting = expect(tab.evaluate('new Promise(() => {})')).rejects.toThrow('Runtime.evaluate: its tab is gone');
  await tab.close();
  await waiting;
  await browser.close();
});
