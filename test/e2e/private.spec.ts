import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BareChromium, type BareTab } from '../bench/devtools.ts';
import { EXTENSION_ID } from '../bench/listed-browser.ts';
import { EXTENSION } from './harness/build.ts';
import { allowInPrivateWindows, openPrivately } from './harness/private-window.ts';
import { SERVICE_HOST } from './harness/service.ts';
import { storeSettings } from './harness/settings.ts';
import { expect, test } from './harness/test.ts';

const LISTED = 'http://drainer.wary.test/';

/** A browser that lets the extension into private windows, without a driver that keeps its workers alive. */
async function start(servicePort: number, sitePort: number, apiKey: string) {
  const browser = new BareChromium();
  const names = `MAP ${SERVICE_HOST} 127.0.0.1:${servicePort}, EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${sitePort}`;
  await browser.start([
    `--disable-extensions-except=${EXTENSION}`,
    `--load-extension=${EXTENSION}`,
    `--host-resolver-rules=${names}`,
  ]);
  await expect.poll(() => browser.extensionProcesses.length).toBeGreaterThan(0);
  await allowInPrivateWindows(browser, EXTENSION_ID);
  let own: BareTab | undefined;
  await expect(async () => {
    own = await browser.tab(`chrome-extension://${EXTENSION_ID}/settings.html`);
    await own.evaluate(storeSettings(JSON.stringify({ apiKey })));
  }).toPass();
  const page = own!;
  await expect
    .poll(
      () =>
        page.evaluate<number>(`chrome.runtime.sendMessage({ name: 'listSync', request: {} })
          .then(() => chrome.storage.local.get('shards')).then(({ shards }) => shards?.entries ?? 0)`),
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  return { browser, own: page };
}

const go = (tab: BareTab, url: string) => tab.evaluate(`void (location.href = ${JSON.stringify(url)})`);
const shown = (tab: BareTab) => tab.evaluate<string>('document.body.innerText').catch(() => '');
const addressOf = (tab: BareTab) => tab.evaluate<string>('location.href').catch(() => '');

/** Whether a word stands in a file below a folder. */
function isOnDisk(folder: string, word: string): boolean {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .some((path) => {
      try {
        return statSync(path).isFile() && readFileSync(path).includes(word);
      } catch (error) {
        // The browser takes files away while it runs.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    });
}

test('a private window is protected by the list of the profile, also offline, and leaves nothing of it on the disk', async ({
  service,
  site,
  relay,
}) => {
  const { browser, own } = await start(relay.port, site.port, service.keys.publishable);
  try {
    const tab = await openPrivately(browser, own, 'http://clean.example/');
    await expect.poll(() => shown(tab)).toContain('clean.example');
    await go(tab, LISTED);
    await expect.poll(() => addressOf(tab)).toContain('warning.html');
    await expect.poll(() => shown(tab)).toContain('drainer.wary.test');

    relay.fault = (_, response) => Boolean(response.destroy());
    await go(tab, 'http://redirected.wary.test/');
    await expect.poll(() => addressOf(tab)).toContain('warning.html#http://redirected.wary.test/');
    await go(tab, 'http://clean.example/again');
    await expect.poll(() => addressOf(tab)).toBe('http://clean.example/again');
    await expect.poll(() => shown(tab)).toContain('clean.example');

    const kept = `Promise.all([chrome.declarativeNetRequest.getDynamicRules(), chrome.storage.local.get(null)])
      .then((all) => JSON.stringify(all))`;
    expect(await own.evaluate<string>(kept)).not.toContain('drainer.wary.test');
    expect(isOnDisk(browser.profile, 'shard-additions')).toBe(true);
    expect(isOnDisk(browser.profile, 'drainer.wary.test')).toBe(false);
  } finally {
    await browser.stop();
  }
});

test('settings are those of the profile in a private window too, and those chosen there are the profile’s', async ({
  site,
  relay,
  service,
}) => {
  const { browser, own } = await start(relay.port, site.port, service.keys.publishable);
  try {
    const tab = await openPrivately(browser, own, `chrome-extension://${EXTENSION_ID}/settings.html`);
    const read = (each: BareTab) =>
      each.evaluate<Record<string, unknown>>("chrome.runtime.sendMessage({ name: 'settingsRead', request: {} })");
    const write = (each: BareTab, request: object) =>
      each.evaluate(`chrome.runtime.sendMessage({ name: 'settingsWrite', request: ${JSON.stringify(request)} })`);
    await expect.poll(() => read(tab)).toMatchObject({ keyIsSet: true, failurePolicy: 'warn' });
    await write(own, { failurePolicy: 'open' });
    await expect.poll(() => read(tab)).toMatchObject({ failurePolicy: 'open' });
    await write(tab, { protectAddresses: false });
    await expect.poll(() => read(own)).toMatchObject({ protectAddresses: false, failurePolicy: 'open' });
    expect(await read(tab)).toMatchObject({ protectAddresses: false, failurePolicy: 'open' });
  } finally {
    await browser.stop();
  }
});
