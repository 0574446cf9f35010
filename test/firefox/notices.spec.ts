import type { FirefoxTab } from '../measure/leaks/browser/firefox-tab.ts';
import { expect, test } from './test.ts';

const TWINS = ['0xd8da5ac1f2e98b7d34c60a1b9e8f7d2c4b5a6045', '0xd8da9be2d17c04fa6583e1d0c9b8a7f6e5d46045'];

/** The position of our notice on a page; its text is in a closed root. */
const notices = (tab: FirefoxTab) =>
  tab.evaluate((selector) => document.querySelectorAll(selector).length, 'html > [popover]');

test('a site that looks like a wallet gets a notice, and so do two addresses that look alike', async ({ rig }) => {
  const { browser: firefox, site } = rig;
  site.on('history.example', '/', `<!doctype html><title>h</title>${TWINS.map((twin) => `<p>${twin}</p>`).join('')}`);
  const lookalike = await firefox.open('http://metamask-claim.example/');
  await expect.poll(() => notices(lookalike)).toBe(1);
  const history = await firefox.open('http://history.example/');
  await expect.poll(() => notices(history)).toBe(1);
  await Promise.all([lookalike.close(), history.close()]);
});
