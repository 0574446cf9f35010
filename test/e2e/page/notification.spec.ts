import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Browser } from '../harness/browser.ts';
import { agreeToOptional, packageCopy } from '../harness/build.ts';
import type { ExtensionApi } from '../harness/extension-api.ts';
import type { Relay } from '../harness/relay.ts';
import { Reviewer } from '../harness/reviewer.ts';
import type { Service } from '../harness/service.ts';
import type { Site } from '../harness/site.ts';
import { expect, test, untilSynced } from '../harness/test.ts';

type Shown = { readonly kind: string; readonly title: string; readonly message: string };
declare const chrome: ExtensionApi;
declare const shown: Shown[];

/** The notifications of the real browser: it keeps which are shown, but tells nobody their words. */
class Told {
  readonly #wary: Browser;
  constructor(wary: Browser) {
    this.#wary = wary;
  }

  /** Records the words of each notification that is shown from now on. */
  async listen(): Promise<void> {
    await (await this.#wary.worker()).evaluate(() => {
      const { notifications } = chrome;
      const create = notifications.create.bind(notifications) as (id: string, text: object) => Promise<string>;
      const shown: Shown[] = Object.assign(globalThis, { shown: [] }).shown;
      const record = (kind: string, text: Omit<Shown, 'kind'>) => {
        shown.push({ kind, title: text.title, message: text.message });
        return create(kind, text);
      };
      Object.assign(notifications, { create: record });
    });
  }

  async words(): Promise<readonly Shown[]> {
    return (await this.#wary.worker()).evaluate(() => shown);
  }

  /** The kinds of those that the browser shows now. */
  async held(): Promise<readonly string[]> {
    return (await this.#wary.worker()).evaluate(async () => Object.keys(await chrome.notifications.getAll()));
  }

  async press(kind: string): Promise<void> {
    await (await this.#wary.worker()).evaluate((kind) => chrome.notifications.onClicked.dispatch(kind), kind);
  }

  async isAllowed(): Promise<boolean> {
    return (await this.#wary.worker()).evaluate(() => chrome.permissions.contains({ permissions: ['notifications'] }));
  }
}

type Places = { service: Service; site: Site; relay: Relay };

/** Works with a browser that has a package of its own. */
async function inBrowser(
  { service, site, relay }: Places,
  extension: string,
  work: (wary: Browser) => Promise<void>,
): Promise<void> {
  const wary = new Browser({ sitePort: site.port, servicePort: relay.port, extension });
  try {
    await wary.start();
    await wary.configure({ apiKey: service.keys.publishable });
    await untilSynced(wary);
    await work(wary);
  } finally {
    await wary.remove();
    rmSync(extension, { recursive: true, force: true });
  }
}

test('a notification says that an open page became listed, and a click on it opens the warning', async ({
  service,
  site,
  relay,
}) => {
  const extension = packageCopy();
  agreeToOptional(extension);
  await inBrowser({ service, site, relay }, extension, async (wary) => {
    await wary.configure({ notify: true });
    const told = new Told(wary);
    const tab = await wary.open('http://told-of.example/');
    await expect(tab.locator('h1')).toHaveText('told-of.example');
    await wary.open('http://elsewhere.example/');
    await told.listen();
    await service.command('block', 'told-of.example');
    try {
      await expect(async () => {
        await wary.send('listSync');
        expect(await told.words()).toHaveLength(1);
      }).toPass({ timeout: 20_000 });
    } finally {
      await service.command('unblock', 'told-of.example');
    }
    expect(await told.words()).toEqual([
      {
        kind: 'listed',
        title: 'told-of.example was put on the blocklist',
        message: expect.stringMatching(/^You had it open, so/),
      },
    ]);
    // The browser keeps one notification under its name, however often it is shown.
    expect(await told.held()).toEqual(['listed']);
    await expect(tab).toHaveURL(/warning\.html/);
    // With emulated focus the page itself cannot tell whether it is in front.
    const inFront = async () => {
      const worker = await wary.worker();
      return worker.evaluate(async () =>
        (await chrome.tabs.query({ active: true, lastFocusedWindow: true })).map(({ url }) => url),
      );
    };
    expect(await inFront()).toEqual(['http://elsewhere.example/']);
    await told.press('listed');
    await expect.poll(inFront).toEqual([expect.stringContaining('/warning.html')]);
    expect(await told.held()).toEqual([]);
  });
});

/** Records which permissions a page asks the browser for. */
async function requestsOf(page: Page): Promise<() => Promise<readonly string[][]>> {
  await page.evaluate(() => {
    const { permissions } = chrome;
    const request = permissions.request.bind(permissions);
    const asked: unknown[] = Object.assign(globalThis, { asked: [] }).asked;
    permissions.request = (what) => {
      asked.push(what.permissions);
      return request(what);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { asked: string[][] }).asked);
}

const isOn = async (wary: Browser): Promise<unknown> =>
  (await wary.send<Record<string, { value: unknown }>>('settingsRead')).notify?.value;

type Entries = { entries: { id: string; item: { kind: string }; state: { reference?: number } }[] };

/** The dispute, once the service has it. */
async function sentDispute(wary: Browser) {
  const find = async () =>
    (await wary.send<Entries>('outboxList')).entries.find(({ item }) => item.kind === 'dispute')!;
  await expect.poll(async () => (await find())?.state.reference).toBeDefined();
  return find();
}

/** Disputes the site that the demo lists by mistake, from its warning. */
async function dispute(wary: Browser): Promise<Page> {
  const stopped = await wary.open('http://false-alarm.wary.test/');
  await stopped.getByRole('button', { name: 'Report a false alarm' }).click();
  await stopped.getByLabel('Why is this a false alarm?').fill('My shop for ten years.');
  await stopped.getByRole('button', { name: 'Send to reviewers' }).click();
  await expect(stopped.getByText('Sent to the reviewers')).toBeVisible();
  return stopped;
}

test('a notification tells once that a dispute was decided, and leads to its page with the reviewers’ words', {
  tag: '@smoke',
}, async ({ service, site, relay }) => {
  const extension = packageCopy();
  agreeToOptional(extension);
  await inBrowser({ service, site, relay }, extension, async (wary) => {
    await wary.configure({ notify: true });
    const told = new Told(wary);
    await told.listen();
    const stopped = await dispute(wary);
    const { id, state } = await sentDispute(wary);
    expect(await told.words()).toEqual([]);
    const words = 'It sells nothing: the photographs are of another shop.';
    await (await Reviewer.signedIn(service)).decideDispute(state.reference!, 'REJECTED', words);
    // An entry is asked about every five seconds at most.
    const refreshed = async () => {
      await wary.send('outboxRefresh', { id });
      return told.held();
    };
    for (let asked = 0; asked < 2; asked += 1) await expect.poll(refreshed).toEqual(['news']);
    expect(await told.words()).toEqual([
      { kind: 'news', title: 'There’s news about your report', message: 'Open it to read what the reviewers say.' },
    ]);
    await expect.poll(() => wary.toolbarTitle()).toMatch(/: news about your reports$/);
    await stopped.reload();
    await expect(stopped.getByText(words)).toBeVisible();

    const opened = wary.context.waitForEvent('page');
    await told.press('news');
    const history = await opened;
    await expect(history.getByText('Stays blocked')).toBeVisible();
    await history.getByRole('button', { name: 'Details: false-alarm.wary.test' }).click();
    await expect(history.getByRole('heading', { name: 'The reviewers say' })).toBeVisible();
    await expect(history.getByText(words)).toBeVisible();
    expect(await told.held()).toEqual([]);
    await expect.poll(() => wary.toolbarTitle()).toBe('Acme Guard');
    await wary.send('outboxRefresh', { id });
    expect(await told.words()).toHaveLength(1);
  });
});

test('notifications are asked for by who first wants one, end with the switch, and tell of lost protection', async ({
  service,
  site,
  relay,
}) => {
  test.setTimeout(180_000);
  const extension = packageCopy();
  await inBrowser({ service, site, relay }, extension, async (wary) => {
    const told = new Told(wary);
    expect(await told.isAllowed()).toBe(false);
    expect(await wary.toolbarTitle()).toBe('Acme Guard');

    const popup = await wary.popup(await wary.open('http://asked-about.example/'));
    await popup.getByRole('button', { name: 'Report this page' }).click();
    await popup.getByRole('button', { name: 'Send report' }).click();
    await expect(popup.getByText('Report sent')).toBeVisible();
    expect(await told.isAllowed()).toBe(false);
    const asked = await requestsOf(popup);
    await popup.getByRole('button', { name: 'Tell me when it is decided' }).click();
    await expect.poll(asked).toEqual([['notifications']]);
    expect(await told.isAllowed()).toBe(false);
    expect(await isOn(wary)).toBe(false);
    await popup.close();

    agreeToOptional(extension);
    await wary.restart();
    await untilSynced(wary);
    await told.listen();
    const settings = await wary.open(wary.url('settings.html'));
    const wanted = settings.getByRole('switch', { name: 'Tell me when something changes' });
    await expect(wanted).not.toBeChecked();
    await wanted.click();
    await expect.poll(() => isOn(wary)).toBe(true);

    const stopped = await dispute(wary);
    await expect(stopped.getByRole('button', { name: 'Tell me when it is decided' })).toBeHidden();
    const disputed = await sentDispute(wary);
    await wanted.click();
    await expect.poll(() => isOn(wary)).toBe(false);
    await settings.getByRole('link', { name: 'Your reports' }).click();
    await (await Reviewer.signedIn(service)).decideDispute(disputed.state.reference!, 'REJECTED');
    await expect(async () => {
      await wary.send('outboxRefresh', { id: disputed.id });
      await expect(settings.getByText('Stays blocked')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    expect(await told.words()).toEqual([]);
    await settings.getByRole('link', { name: 'Protection' }).click();
    await wanted.click();
    await expect.poll(() => isOn(wary)).toBe(true);

    // A person may take the access to sites away on the browser's extensions page.
    await wary.allowSites(false);
    await expect.poll(() => told.held()).toEqual(['unprotected']);
    expect((await told.words()).at(-1)?.title).toMatch(/ no longer protects you$/);
    await told.press('unprotected');
    await expect.poll(() => told.held()).toEqual([]);
  });
});
