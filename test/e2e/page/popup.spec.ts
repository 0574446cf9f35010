import { DEMO_ADDRESSES } from '../../../src/service/command/demo/content.ts';
import { visit } from '../harness/browser.ts';
import type { ExtensionApi } from '../harness/extension-api.ts';
import { Marks } from '../harness/page/marks.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

declare const chrome: ExtensionApi;
const LISTED = 'http://drainer.wary.test/';

test('the popup goes back from a stopped site, and stops an opened site again', async ({ wary }) => {
  const tab = await wary.open('http://before.example/');
  await visit(tab, LISTED);
  await expect(tab).toHaveURL(/warning\.html/);
  const popup = await wary.popup(tab);
  await popup.getByRole('button', { name: 'Go back to safety' }).click();
  await expect(tab).toHaveURL('http://before.example/');

  await visit(tab, LISTED);
  await expect(tab).toHaveURL(/warning\.html/);
  await tab.evaluate(
    (url) =>
      chrome.runtime.sendMessage({ name: 'warningProceed', id: crypto.randomUUID(), request: { url, scope: 'tab' } }),
    LISTED,
  );
  await visit(tab, LISTED);
  await expect(tab).toHaveURL(LISTED);
  await popup.reload();
  await expect(popup.getByRole('heading', { name: 'You opened this scam site anyway' })).toBeVisible();
  await popup.getByRole('button', { name: 'Block again' }).click();
  await expect(tab).toHaveURL(/warning\.html/);
  await expect(popup.getByRole('button', { name: 'Go back to safety' })).toBeVisible();
});

test('the popup scrolls to the listed addresses of a page, and shows what was reported there', async ({
  wary,
  site,
}) => {
  const line = `<p style="margin-block-start:300vh">${DEMO_ADDRESSES.drainer}`;
  site.on('wallets.example', '/', `<!doctype html><title>w</title><p>${DEMO_ADDRESSES.clean}${line}`);
  const tab = await wary.open('http://wallets.example/');
  const popup = await wary.popup(tab);
  await expect(popup.getByRole('heading', { name: '1 of 2 addresses here is on the blocklist' })).toBeVisible();
  await popup.getByRole('button', { name: 'Show them' }).click();
  await expect.poll(async () => (await new Marks(tab).see()).badges.map(({ focused }) => focused)).toEqual([true]);
  expect(await tab.evaluate(() => scrollY)).toBeGreaterThan(0);

  await wary.send('reportSubmit', { contents: ['quiet.example'], title: '', description: '', contactInfo: '' });
  const quiet = await wary.popup(await wary.open('http://quiet.example/page'));
  await expect(quiet.getByRole('heading', { name: 'No known scam' })).toBeVisible();
  await expect(quiet.getByText('You reported this')).toBeVisible();
  await quiet.getByRole('button', { name: 'See report' }).click();
  await expect(quiet.getByText('quiet.example')).toBeVisible();
  await quiet.keyboard.press('Escape');
  await expect(quiet.getByRole('button', { name: 'See report' })).toBeFocused();
});

test('the popup asks about a match that nobody asks about', async ({ wary }) => {
  const tab = await wary.context.newPage();
  await tab.addInitScript(() => {
    const runtime = chrome.runtime as ExtensionApi['runtime'] | undefined;
    if (runtime) runtime.sendMessage = () => new Promise(() => {});
  });
  await visit(tab, `${wary.url('warning.html')}#${LISTED}`);
  const popup = await wary.popup(tab);
  await expect(popup.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
});

test('the toolbar button shows what was done in a tab', async ({ wary }) => {
  const tab = await wary.open('http://before.example/');
  await visit(tab, LISTED);
  await expect(tab).toHaveURL(/warning\.html/);
  const title = () => wary.toolbarTitle(tab);
  await expect.poll(title).toMatch(/: stopped a site here$/);
  await visit(tab, 'http://quiet.example/');
  await expect.poll(title).not.toMatch(/stopped/);
});
