import { mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, type Worker } from '@playwright/test';
import { findChromium } from '../../../src/development/install/chromium.ts';
import { EXTENSION } from './build.ts';
import type { ExtensionApi } from './extension-api.ts';
import type { ManagedMachine } from './machine/managed-machine.ts';
import { NO_GPU_PROCESS } from './plain-browser.ts';
import { SERVICE_HOST } from './service.ts';
import { forgetLearned, replaceSettings, storeSettings } from './settings.ts';

type LocalStorage = {
  get(key: string): Promise<Record<string, unknown>>;
  clear(): Promise<void>;
};

declare const chrome: ExtensionApi;

/** A site that may have a service worker although it is served without a certificate. */
const SECURE = 'http://pages.wary.test';

/** Chromium disables an extension that reloads several times within ten seconds of each other. */
const RELOADS_APART_MS = 10_000;

/** Milliseconds for the tabs of a test to close. One in which text was being composed never did, once in some hundred runs. */
const CLOSE_TIMEOUT_MS = 10_000;

/** An empty page of the extension, cheap to open. */
const BARE_PAGE = 'manifest.json';
const EMPTY = 'about:blank';

export type BrowserOptions = {
  /** Port of the sites: every host name is resolved to it. */
  sitePort: number;
  /** Port of the service; without it the service's name does not resolve. */
  servicePort?: number;
  colorScheme?: 'light' | 'dark';
  viewport?: { width: number; height: number };
  /** Folder of the extension to start with (default: the build of all tests); null for none. */
  extension?: string | null;
  /** The simulated machine whose policies apply. */
  machine?: ManagedMachine;
  /** The id of the extension installed by the machine's policies, instead of a folder. */
  installed?: string;
};

export type Installation = {
  readonly name: string;
  readonly version: string;
  readonly state: 'ENABLED' | 'DISABLED' | string;
};

/** A Chromium with the extension and a profile of its own that survives {@link Browser.restart}. */
export class Browser {
  readonly #profile = mkdtempSync(join(tmpdir(), 'wary-profile-'));
  readonly #options: BrowserOptions;
  #context: BrowserContext | undefined;
  /** The tab from which the harness talks to the extension: the browser's first one, unless a test uses it. */
  #own: Page | undefined;
  #arrived: Promise<unknown> = Promise.resolve();
  extensionId = '';

  constructor(options: BrowserOptions) {
    this.#options = options;
  }

  get context(): BrowserContext {
    if (!this.#context) throw new Error('The browser is not running');
    return this.#context;
  }

  async start(): Promise<void> {
    const { sitePort, servicePort, colorScheme, viewport, machine, installed } = this.#options;
    const extension = installed ? null : this.#options.extension === undefined ? EXTENSION : this.#options.extension;
    const service = servicePort
      ? `MAP ${SERVICE_HOST} 127.0.0.1:${servicePort}, MAP portal.wary.test 127.0.0.1:${servicePort}`
      : `MAP ${SERVICE_HOST} ~NOTFOUND`;
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      executablePath: machine?.program ?? findChromium(),
      // `playwright test --debug` sets this and shows the browser.
      headless: process.env.PWDEBUG === undefined,
      // The back/forward cache is one of the ways to a listed site, so tests need it.
      ignoreDefaultArgs: [
        '--disable-back-forward-cache',
        '--disable-extensions',
        // The extension that a policy installs is downloaded in the background.
        ...(installed ? ['--disable-background-networking'] : []),
      ],
      ...(colorScheme ? { colorScheme } : {}),
      ...(viewport ? { viewport } : {}),
      // Tests look for English text: on Linux Chromium takes its language from here, elsewhere from the argument.
      env: { ...process.env, LANGUAGE: 'en_US' },
      args: [
        '--no-sandbox',
        '--lang=en-US',
        ...NO_GPU_PROCESS,
        ...(extension === null
          ? ['--enable-unsafe-extension-debugging']
          : [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`]),
        `--unsafely-treat-insecure-origin-as-secure=${SECURE}`,
        `--host-resolver-rules=${service}, EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${sitePort}`,
      ],
    });
    this.#own = this.#context.pages()[0];
    if (installed) this.extensionId = installed;
    else if (extension !== null) this.extensionId = new URL((await this.worker()).url()).host;
  }

  /** The state of the extension on the browser's extensions page; null if it is not installed. */
  async installation(): Promise<Installation | null> {
    return this.#onExtensionsPage<Installation | null>(
      `chrome.developerPrivate.getExtensionsInfo().then((all) => all.find(({ id }) => id === '${this.extensionId}') ?? null)`,
    );
  }

  /**
   * Waits until the extension that a policy installs is there. A busy browser may delay its first check, so the check
   * is triggered.
   */
  async installed(version: string): Promise<void> {
    await this.#lookForUpdates();
    await expect
      .poll(
        async () => {
          const found = (await this.installation())?.version;
          if (found === undefined) await this.#lookForUpdates();
          return found;
        },
        { timeout: 150_000, intervals: [5_000] },
      )
      .toBe(version);
  }

  #lookForUpdates(): Promise<unknown> {
    return this.#onExtensionsPage(
      'chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true }).then(() => chrome.developerPrivate.autoUpdate())',
    );
  }

  /**
   * Makes the browser fetch and apply the current update. An update waits until the extension is idle, so the extension
   * is reloaded if needed.
   */
  async update(version: string): Promise<void> {
    await this.#lookForUpdates();
    const isUsed = () =>
      expect
        .poll(async () => (await this.installation())?.version, { timeout: RELOADS_APART_MS })
        .toBe(version)
        .then(
          () => true,
          () => false,
        );
    await expect(async () => {
      if (await isUsed()) return;
      const page = await this.open(this.url(BARE_PAGE));
      // The page is gone before it can answer.
      await page.evaluate('chrome.runtime.reload()').catch(() => undefined);
      await page.close();
      expect(await isUsed()).toBe(true);
    }).toPass({ timeout: 90_000 });
  }

  /** Installs the extension into the running browser, with its tabs open. */
  async install(folder: string): Promise<void> {
    const session = await this.context.browser()!.newBrowserCDPSession();
    const started = this.context.waitForEvent('serviceworker');
    const { id } = await session.send('Extensions.loadUnpacked', { path: folder });
    await started;
    this.extensionId = id;
  }

  /** Reloads the extension from its folder while tabs are open, as an update or the button on the extensions page does. */
  async reloadExtension(): Promise<void> {
    await this.#onExtensionsPage('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })');
    const worker = await this.worker();
    const started = this.context.waitForEvent('serviceworker');
    // The worker is gone before it can answer.
    await worker.evaluate('chrome.runtime.reload()').catch(() => undefined);
    await started;
  }

  /** Closes the browser, or kills it (`kill`) as a crash or a power cut does. */
  async stop(how: 'close' | 'kill' = 'close'): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    if (!context) return;
    if (how === 'close') return context.close();
    const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
    // Chromium's lock is a link to `<host name>-<process id>`.
    process.kill(Number(readlinkSync(join(this.#profile, 'SingletonLock')).split('-').at(-1)), 'SIGKILL');
    await closed;
  }

  /** Closes the browser and starts it again on the same profile. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Address of a page of the extension, for example `popup.html`. */
  url(path: string): string {
    return `chrome-extension://${this.extensionId}/${path}`;
  }

  /** Opens an address in a new tab. */
  async open(url: string): Promise<Page> {
    const page = await this.context.newPage();
    await visit(page, url);
    return page;
  }

  /** The running background worker. It may be gone a moment later: ask again each time. */
  async worker(): Promise<Worker> {
    return this.context.serviceWorkers()[0] ?? (await this.context.waitForEvent('serviceworker'));
  }

  /** How many declarativeNetRequest rules the browser has. */
  async ruleCount(): Promise<number> {
    const worker = await this.worker();
    return worker.evaluate(async () => {
      const { declarativeNetRequest: rules } = chrome;
      return (await rules.getDynamicRules()).length + (await rules.getSessionRules()).length;
    });
  }

  /**
   * The harness's tab, on a page of the extension. Opening, showing and closing a tab for each call costs more than
   * most calls. It stays there until {@link #leaveExtension}, so that a waiting caller keeps asking from the same
   * document.
   */
  #onBarePage(): Promise<Page> {
    // One after another: two concurrent navigations would interrupt each other.
    const arrived = this.#arrived.then(() => this.#goToBarePage());
    this.#arrived = arrived.catch(() => undefined);
    return arrived;
  }

  async #goToBarePage(): Promise<Page> {
    const bare = this.url(BARE_PAGE);
    let page = this.#own;
    if (!page || page.isClosed() || ![EMPTY, bare].includes(page.url())) page = await this.context.newPage();
    this.#own = page;
    if (page.url() !== bare) await visit(page, bare);
    return page;
  }

  /** Closes the harness's page of the extension, so that the extension's process ends with its worker. */
  async #leaveExtension(): Promise<void> {
    const page = this.#own;
    if (page && !page.isClosed() && page.url() === this.url(BARE_PAGE)) await page.goto(EMPTY);
  }

  async #inStorage<T>(work: (local: LocalStorage) => Promise<T>): Promise<T> {
    const page = await this.#onBarePage();
    return page.evaluate<T>(`(${work})(chrome.storage.local)`);
  }

  /** Switches the extension on or off, as a person does. */
  async switchExtension(on: boolean): Promise<void> {
    await this.#onExtensionsPage(`chrome.management.setEnabled('${this.extensionId}', ${on})`);
  }

  /** Lets the extension see all sites, or only those on which its button is pressed, as the extensions page offers. */
  async allowSites(all: boolean): Promise<void> {
    const change = `{ extensionId: '${this.extensionId}', hostAccess: '${all ? 'ON_ALL_SITES' : 'ON_CLICK'}' }`;
    await this.#onExtensionsPage(`chrome.developerPrivate.updateExtensionConfiguration(${change})`);
  }

  /** Evaluates an expression on the browser's extensions page. */
  async #onExtensionsPage<Answer = unknown>(expression: string): Promise<Answer> {
    await this.#leaveExtension();
    const page = await this.open('chrome://extensions');
    try {
      return await page.evaluate<Answer>(expression);
    } finally {
      await page.close();
    }
  }

  /** Stores settings as the settings page would, without asking the service. */
  async configure(settings: Record<string, unknown>): Promise<void> {
    const page = await this.#onBarePage();
    await page.evaluate(storeSettings(JSON.stringify(settings)));
  }

  /** Number of entries in the shards that guards read; null if there are none. */
  async shardedEntries(): Promise<number | null> {
    return this.#inStorage(async (local) => {
      const { shards } = (await local.get('shards')) as { shards?: { entries: number } };
      return shards?.entries ?? null;
    });
  }

  /** Makes the next poll of the list overdue by this many milliseconds, as after a night with the browser closed. */
  async ageList(ms: number): Promise<void> {
    await this.killWorker();
    const page = await this.#onBarePage();
    await page.evaluate(`chrome.storage.local.set({ 'list-due': Date.now() - ${ms} })`);
    await this.#leaveExtension();
  }

  /** Empties `storage.local`, as a browser does when it frees space. */
  async loseShards(): Promise<void> {
    await this.#inStorage((local) => local.clear());
  }

  /** Sends one message of the catalogue from a page of the extension and returns the reply. */
  async send<Reply = Record<string, unknown>>(name: string, request: object = {}): Promise<Reply> {
    const page = await this.#onBarePage();
    return page.evaluate<Reply, readonly [string, object]>(
      ([name, request]) => chrome.runtime.sendMessage({ name, id: crypto.randomUUID(), request }),
      [name, request],
    );
  }

  /**
   * Resets the extension's data except its list, and starts again with these settings: a new browser for the next test,
   * at a quarter of the cost. Closes every tab but the harness's.
   */
  async forget(settings: Record<string, unknown>): Promise<void> {
    const page = await this.#onBarePage();
    const closing = this.context.pages().map((other) => (other === page ? undefined : other.close()));
    const isClosed = await Promise.race([
      Promise.all(closing).then(() => true),
      new Promise<false>((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS, false)),
    ]);
    if (!isClosed) {
      await this.stop('kill');
      await this.start();
      return this.forget(settings);
    }
    // A person who signed in at the desk is signed out.
    await this.context.clearCookies();
    const session = await this.context.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await page.evaluate(forgetLearned);
    await page.evaluate(replaceSettings(JSON.stringify(settings)));
    // The worker woke meanwhile, and may have read the old data.
    await session.send('ServiceWorker.stopAllWorkers');
    await session.detach();
    await this.#leaveExtension();
  }

  /** Opens the popup as it looks while a tab is the active one. */
  async popup(page: Page): Promise<Page> {
    const tabId = await this.#tabIdOf(page);
    const popup = await this.context.newPage();
    await popup.setViewportSize({ width: 360, height: 560 });
    await popup.goto(this.url(`popup.html?tab=${tabId}`));
    return popup;
  }

  /** The title of the toolbar button over a tab; without one, where a tab has none of its own. */
  async toolbarTitle(page?: Page): Promise<string> {
    const about = page === undefined ? {} : { tabId: await this.#tabIdOf(page) };
    return (await this.worker()).evaluate((about) => chrome.action.getTitle(about), about);
  }

  async #tabIdOf(page: Page): Promise<number> {
    const find = async (url: string) => (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id;
    const found = async () => (await this.worker()).evaluate(find, page.url());
    await expect.poll(found).toBeDefined();
    return (await found())!;
  }

  /** Crashes the process of the extension's worker and pages, while one of its pages is open. */
  async crashExtension(): Promise<void> {
    const page = await this.context.newPage();
    await page.goto(this.url('settings.html'));
    const crashed = page.waitForEvent('crash');
    const session = await this.context.newCDPSession(page);
    // The process is gone before it can answer.
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
  }

  /** Stops the background worker as the browser does when it is idle. */
  async killWorker(): Promise<void> {
    const kill = await this.armed();
    await kill();
  }

  /** Prepares everything to end the worker immediately, for a short moment in a test. */
  async armed(): Promise<() => Promise<void>> {
    const page = await this.#onBarePage();
    const session = await this.context.newCDPSession(page);
    await session.send('ServiceWorker.enable');
    return async () => {
      await session.send('ServiceWorker.stopAllWorkers');
      await session.detach();
      await this.#leaveExtension();
    };
  }
}

/**
 * Navigates a tab to an address. A navigation that the extension redirects counts as ended: check the tab's address.
 */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' }).catch((error: Error) => {
    if (!/ERR_ABORTED|interrupted by another navigation|ERR_BLOCKED_BY_CLIENT/.test(error.message)) throw error;
  });
}
