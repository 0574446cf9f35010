import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type Check, test } from './stage.ts';
import { EVM } from './wallets.ts';

/** MetaMask's test dapp as its package has it. */
const DAPP = join('node_modules', '@metamask/test-dapp', 'dist');
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
/** Buttons that leave the page, or sign in to a site that is not the dapp's. */
const SKIPPED = /siweBadDomain|mmSdk|walletConnect|deeplink|Deeplink|iframe/i;

type Scope = { readonly reached: string };

/** Presses every button that is enabled, and answers what reached the wallet by each, and every text of a result. */
async function pressAll(page: Page): Promise<Record<string, string>> {
  await page.waitForFunction(() => document.querySelectorAll('button').length > 50);
  const ids = await page.evaluate(() => [...document.querySelectorAll('button[id]')].map(({ id }) => id));
  const results: Record<string, string> = {};
  for (const id of ids.filter((each) => !SKIPPED.test(each))) {
    const before = await page.evaluate(() => (globalThis as unknown as Scope).reached.length);
    const isPressed = await page.evaluate((id) => {
      const button = document.getElementById(id) as HTMLButtonElement;
      if (!button.disabled) button.click();
      return !button.disabled;
    }, id);
    if (!isPressed) continue;
    // The worker of this test takes 20 ms for an answer, and some buttons ask ten times, one after the other.
    await page.evaluate(async () => {
      const length = () => (globalThis as unknown as Scope).reached.length;
      for (let before = -1; before !== length(); ) {
        before = length();
        await new Promise((resolve) => setTimeout(resolve, 120));
      }
    });
    results[id] = await page.evaluate((before) => (globalThis as unknown as Scope).reached.slice(before), before);
  }
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll('[id$=Result],[id$=Status],[id$=Accounts]')].map(
      ({ id, textContent }) => `${id}: ${textContent}`,
    ),
  );
  return { ...results, texts: texts.join('\n') };
}

test('MetaMask’s test dapp comes to the same with the check as without, by each of its buttons', {
  tag: '@nightly',
}, async ({ openWith, site }) => {
  test.setTimeout(300_000);
  site.on('127.0.0.1', '*', ({ path }, response) => {
    const name = path.split('?')[0]!.slice(1);
    response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' });
    response.end(readFileSync(join(DAPP, name)));
  });
  // Some requests carry a deadline.
  const clock = '<script>Date.now = () => 1_800_000_000_000</script>';
  const html = clock + readFileSync(join(DAPP, 'index.html'), 'utf8').replace(/<link[^>]*https:[^>]*>/g, '');
  const outcome = async (check: Check) => pressAll(await openWith(EVM['a proxy, as MetaMask has it'], html, check));
  const without = await outcome('off');
  expect(Object.keys(without).length).toBeGreaterThan(60);
  expect(without.texts).toContain('0x');
  expect(await outcome('first')).toEqual(without);
});
