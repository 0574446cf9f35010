import { Chromium } from '../../measure/leaks/browser/chromium.ts';
import type { Tab } from '../../measure/leaks/browser/tab.ts';
import { EXTENSION } from '../harness/build.ts';
import { isOnDisk } from '../harness/disk.ts';
import type { ExtensionApi } from '../harness/extension-api.ts';
import { document as documentOf, LISTED } from '../harness/page/marks.ts';
import { expect, test } from '../harness/test.ts';
import { WALLET } from '../wallet/wallet.ts';

declare const chrome: ExtensionApi;
const CLEAN = 'http://clean.example/';

/** By a script of the page, because the driver would wait for a navigation that is redirected. */
const go = (tab: Tab, url: string) => tab.evaluate((url) => void setTimeout(() => location.assign(url)), url);
const shown = (tab: Tab) => tab.evaluate(() => document.body.innerText, undefined).catch(() => '');
const addressOf = (tab: Tab) => tab.evaluate(() => location.href, undefined).catch(() => '');

/** Sends one message of the catalogue from a page of the extension in a tab. */
const send = (tab: Tab, name: string, request: object = {}): Promise<unknown> =>
  tab.evaluate((message) => chrome.runtime.sendMessage(message), { name, id: crypto.randomUUID(), request });

test('a private window is protected, even offline, and leaves nothing on the disk', {
  tag: '@smoke',
}, async ({ service, site, relay }) => {
  const browser = new Chromium({ extensions: [EXTENSION], sitePort: site.port, servicePort: relay.port });
  try {
    await browser.start();
    await browser.configure({ apiKey: service.keys.publishable });
    await browser.synced(1);
    const tab = await browser.open(CLEAN, { isPrivate: true });
    await expect.poll(() => shown(tab)).toContain('clean.example');
    await go(tab, 'http://drainer.wary.test/');
    await expect.poll(() => addressOf(tab)).toContain('warning.html');
    await expect.poll(() => shown(tab)).toContain('drainer.wary.test');

    await go(tab, 'http://pages.wary.test/');
    await expect.poll(() => addressOf(tab)).toBe('http://pages.wary.test/');
    await tab.evaluate(() => history.pushState(null, '', '/claim'), undefined);
    await expect.poll(() => addressOf(tab)).toContain('warning.html#http://pages.wary.test/claim');

    await go(tab, 'http://later.example/');
    await expect.poll(() => addressOf(tab)).toBe('http://later.example/');
    await service.command('block', 'later.example');
    const popup = await browser.open(browser.url('popup.html'), { isPrivate: true });
    await expect(async () => {
      await send(popup, 'listSync');
      expect(await addressOf(tab)).toContain('warning.html#http://later.example/');
    }).toPass();
    await popup.close();
    await service.command('unblock', 'later.example');

    relay.fault = (_, response) => Boolean(response.destroy());
    await go(tab, 'http://redirected.wary.test/');
    await expect.poll(() => addressOf(tab)).toContain('warning.html#http://redirected.wary.test/');
    await go(tab, `${CLEAN}again`);
    await expect.poll(() => addressOf(tab)).toBe(`${CLEAN}again`);
    await expect.poll(() => shown(tab)).toContain('clean.example');

    const kept = await browser.inside(async () => {
      const { declarativeNetRequest, storage } = chrome;
      return JSON.stringify(await Promise.all([declarativeNetRequest.getDynamicRules(), storage.local.get(null)]));
    }, undefined);
    expect(kept).not.toContain('drainer.wary.test');
    expect(isOnDisk(browser.profile, 'shard-1')).toBe(true);
    expect(isOnDisk(browser.profile, 'drainer.wary.test')).toBe(false);
  } finally {
    await browser.stop();
  }
});

test('a wallet request in a private window waits for the person, in a private window too', async ({
  service,
  site,
  relay,
}) => {
  const browser = new Chromium({ extensions: [EXTENSION], sitePort: site.port, servicePort: relay.port });
  try {
    await browser.start();
    await browser.configure({ apiKey: service.keys.publishable, checkWallets: true });
    await browser.synced(1);
    // The extension starts again when it is let into private windows.
    await browser.open(CLEAN, { isPrivate: true });
    const registered = async () => (await chrome.scripting.getRegisteredContentScripts()).length;
    await expect.poll(() => browser.inside(registered, undefined)).toBe(2);
    site.on('app.example', '/', documentOf(WALLET));
    const tab = await browser.open('http://app.example/', { isPrivate: true });
    const send = async (to: string) => {
      const { ethereum } = globalThis as unknown as { ethereum: { request(call: object): Promise<string> } };
      const params = [{ to, value: '0x1' }];
      const answer = ethereum.request({ method: 'eth_sendTransaction', params }).catch(({ code }) => String(code));
      Object.assign(globalThis, { answer });
    };
    const answer = () => tab.evaluate(() => (globalThis as unknown as { answer: Promise<string> }).answer, undefined);
    await tab.evaluate(send, '0x1111aaaabbbbccccddddeeeeffff000022223333');
    expect(await answer()).toBe('done by eth_sendTransaction');
    const decision = await tab.opened(() => tab.evaluate(send, LISTED), 10_000);
    await expect.poll(() => decision && shown(decision)).toContain('This request involves a listed scam');
    await decision?.close();
    expect(await answer()).toBe('4001');
  } finally {
    await browser.stop();
  }
});

test('what a private window saw ends with it, in the memory that it shares with the other windows too', async ({
  service,
  site,
  relay,
}) => {
  const browser = new Chromium({ extensions: [EXTENSION], sitePort: site.port, servicePort: relay.port });
  const readable = () =>
    browser.inside(async () => {
      const { declarativeNetRequest: rules, storage } = chrome;
      const stores = [storage.local.get(null), storage.session.get(null)];
      return JSON.stringify(await Promise.all([...stores, rules.getDynamicRules(), rules.getSessionRules()]));
    }, undefined);
  try {
    await browser.start();
    await browser.configure({ apiKey: service.keys.publishable });
    await browser.synced(1);
    const tab = await browser.open(CLEAN, { isPrivate: true });
    await go(tab, 'http://drainer.wary.test/');
    await expect.poll(() => addressOf(tab)).toContain('warning.html');
    await expect.poll(() => shown(tab)).toContain('drainer.wary.test');
    await send(tab, 'reportHandOver', { windowId: 1, subject: { url: 'http://reported.wary.test/', text: '' } });
    expect(await send(tab, 'warningProceed', { url: 'http://drainer.wary.test/', scope: 'tab' })).toEqual({
      done: true,
    });
    await go(tab, 'http://drainer.wary.test/');
    await expect.poll(() => addressOf(tab)).toBe('http://drainer.wary.test/');
    const popup = await browser.open(browser.url('popup.html'), { isPrivate: true });
    await expect.poll(() => shown(popup)).toContain('Protected');
    await popup.close();
    await tab.close();
    await expect(async () => {
      const left = await readable();
      expect(left).not.toContain('clean.example');
      expect(left).not.toContain('drainer.wary.test');
      expect(left).not.toContain('reported.wary.test');
      expect(left).not.toContain('popup-overview');
    }).toPass();
  } finally {
    await browser.stop();
  }
});

test('private and normal windows share their settings', async ({ site, relay, service }) => {
  const browser = new Chromium({ extensions: [EXTENSION], sitePort: site.port, servicePort: relay.port });
  try {
    await browser.start();
    await browser.configure({ apiKey: service.keys.publishable });
    const tab = await browser.open(browser.url('settings.html'), { isPrivate: true });
    const own = await browser.open(browser.url('settings.html'));
    const read = (each: Tab) => send(each, 'settingsRead');
    await expect.poll(() => read(tab)).toMatchObject({ keyIsSet: { value: true }, failurePolicy: { value: 'warn' } });
    await send(own, 'settingsWrite', { failurePolicy: 'open' });
    await expect.poll(() => read(tab)).toMatchObject({ failurePolicy: { value: 'open' } });
    await send(tab, 'settingsWrite', { protectAddresses: false });
    const chosen = { protectAddresses: { value: false }, failurePolicy: { value: 'open' } };
    await expect.poll(() => read(own)).toMatchObject(chosen);
    await expect.poll(() => read(tab)).toMatchObject(chosen);
    await send(tab, 'settingsWrite', { language: 'ar' });
    const spoken = (each: Tab) => each.evaluate(() => document.documentElement.lang, undefined);
    for (const each of [tab, own]) await expect.poll(() => spoken(each)).toBe('ar');
    const later = await browser.open(browser.url('steps.html'), { isPrivate: true });
    await expect.poll(() => spoken(later)).toBe('ar');
  } finally {
    await browser.stop();
  }
});
