import { visit } from '../harness/browser.ts';
import type { ExtensionApi } from '../harness/extension-api.ts';
import { watchPixels } from '../harness/page/pixels.ts';
import { expect, sharingTest as test } from '../harness/test.ts';

declare const chrome: ExtensionApi;
const LISTED = 'drainer.wary.test';
const CONFIRM = '/api/v2/asset/blocklist/confirm';

test('when the worker is killed while it waits for a confirmation, the page stays stopped and the next worker confirms it', async ({
  wary,
  relay,
  site,
}) => {
  site.on('start.example', '/', '<!doctype html><title>start</title><h1>start</h1>');
  relay.fault = ({ path }) => path === CONFIRM;
  const tab = await wary.open('http://start.example/');
  const kill = await wary.armed();
  await tab.bringToFront();
  const painted = await watchPixels(wary.context, tab);
  await visit(tab, `http://${LISTED}/connect`);
  await expect.poll(() => relay.to('/asset/blocklist/confirm').length).toBe(1);
  // The question in progress stays without an answer.
  relay.fault = undefined;
  await kill();
  await expect(tab.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible();
  expect(painted().red).toBe(0);
  await tab.getByRole('button', { name: 'Go back' }).click();
  await expect(tab).toHaveURL('http://start.example/');
});

test('when the worker is killed while it fetches a list, the old list stays and the next worker fetches the new one', async ({
  wary,
  relay,
  service,
}) => {
  const asked: string[] = [];
  relay.fault = ({ path }) => {
    if (path.startsWith('/api/') && !path.startsWith('/api/v2/asset/blocklist/update/')) return false;
    asked.push(path);
    return true;
  };
  await service.command('block', 'listed-meanwhile.example', '--reason', 'Wallet drainer');
  const page = await wary.open(wary.url('settings.html'));
  const poll = () =>
    page.evaluate(() => {
      void chrome.runtime.sendMessage({ name: 'listSync', id: crypto.randomUUID(), request: {} });
    });
  await expect(async () => {
    await poll();
    expect(asked.length).toBeGreaterThan(0);
  }).toPass();
  await wary.killWorker();
  const tab = await wary.open(`http://${LISTED}/`);
  await expect(tab).toHaveURL(/warning\.html/);

  relay.fault = undefined;
  await wary.killWorker();
  await expect(async () => {
    await poll();
    await visit(tab, 'http://listed-meanwhile.example/');
    await expect(tab).toHaveURL(/warning\.html#http:\/\/listed-meanwhile/, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await service.command('unblock', 'listed-meanwhile.example');
});
