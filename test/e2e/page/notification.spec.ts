import { rmSync } from 'node:fs';
import { Browser } from '../harness/browser.ts';
import { agreedPackage } from '../harness/build.ts';
import { expect, test, untilSynced } from '../harness/test.ts';

type Shown = { readonly kind: string; readonly title: string; readonly message: string };

test('a notification says that an open page became listed, and a click on it opens the warning', {
  tag: '@long',
}, async ({ service, site, relay }) => {
  const extension = agreedPackage();
  const wary = new Browser({ sitePort: site.port, servicePort: relay.port, extension });
  try {
    await wary.start();
    await wary.configure({ apiKey: service.keys.publishable, notify: true });
    await untilSynced(wary);
    const tab = await wary.open('http://told-of.example/');
    await expect(tab.locator('h1')).toHaveText('told-of.example');
    await wary.open('http://elsewhere.example/');
    const worker = await wary.worker();
    await worker.evaluate(() => {
      const scope = globalThis as unknown as {
        shown: unknown[];
        chrome: { notifications: { create(kind: string, text: Record<string, string>): Promise<string> } };
      };
      const { notifications } = scope.chrome;
      const create = notifications.create.bind(notifications);
      scope.shown = [];
      notifications.create = (kind, { title, message, ...rest }) => {
        scope.shown.push({ kind, title, message });
        return create(kind, { title: title!, message: message!, ...rest });
      };
    });
    await service.command('block', 'told-of.example');
    const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
    await expect(async () => {
      await wary.send('listSync');
      expect(await shown()).toHaveLength(1);
    }).toPass({ timeout: 20_000 });
    expect(await shown()).toEqual([
      {
        kind: 'listed',
        title: 'told-of.example was put on the blocklist',
        message: expect.stringMatching(/^You had it open\./),
      },
    ]);
    type Notifications = {
      getAll(): Promise<Record<string, boolean>>;
      onClicked: { dispatch(kind: string): void };
    };
    // The browser keeps one notification under its name, however often it is shown.
    const held = () =>
      worker.evaluate(() =>
        (globalThis as unknown as { chrome: { notifications: Notifications } }).chrome.notifications.getAll(),
      );
    expect(Object.keys(await held())).toEqual(['listed']);
    await expect(tab).toHaveURL(/warning\.html/);
    // With emulated focus the page itself cannot tell whether it is in front.
    const inFront = () =>
      worker.evaluate(async () => {
        type Tabs = { query(what: object): Promise<{ url?: string }[]> };
        const { tabs } = (globalThis as unknown as { chrome: { tabs: Tabs } }).chrome;
        return (await tabs.query({ active: true, lastFocusedWindow: true })).map(({ url }) => url);
      });
    expect(await inFront()).toEqual(['http://elsewhere.example/']);
    await worker.evaluate(() =>
      (globalThis as unknown as { chrome: { notifications: Notifications } }).chrome.notifications.onClicked.dispatch(
        'listed',
      ),
    );
    await expect.poll(inFront).toEqual([expect.stringContaining('/warning.html')]);
    expect(Object.keys(await held())).toEqual([]);
  } finally {
    await wary.remove();
    await service.command('unblock', 'told-of.example');
    rmSync(extension, { recursive: true, force: true });
  }
});
