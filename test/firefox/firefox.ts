import puppeteer, { type Browser } from 'puppeteer-core';
import { findFirefox } from '../../src/development/firefox.ts';
import { PORTAL_HOST, SERVICE_HOST } from '../e2e/harness/service.ts';
import { storeSettings } from '../e2e/harness/settings.ts';
import { EXTENSION } from './build.ts';
import { Names } from './names.ts';
import { FirefoxTab, pause } from './tab.ts';

const ADDON = 'acme@wary.example';
/** Chosen here, so that the address of the extension's pages is known. */
const UUID = '7f3bb7a1-52a7-4c0e-9d0a-2b1d6b0f7a11';

export type FirefoxOptions = {
  /** Port on which every name lands. */
  readonly sitePort: number;
  /** Port of the service. */
  readonly servicePort: number;
};

/** The extension's own API, as a page of it sees it. */
type Api = {
  runtime: { sendMessage(message: object): Promise<unknown> };
  tabs: { query(query: object): Promise<{ id: number; url: string }[]> };
};
type Scope = { browser: Api };
/** What a page of the browser's own sees of an extension. */
type Privileged = {
  WebExtensionPolicy: { getByID(id: string): { extension: { terminateBackground(): Promise<void> } } };
};

/** A Firefox with the extension, driven over WebDriver BiDi. */
export class Firefox {
  readonly #names: Names;
  #browser: Browser | undefined;
  /** A page of the extension and one of the browser, from which a test reaches what no page of the web does. */
  #own: FirefoxTab | undefined;
  #privileged: FirefoxTab | undefined;

  constructor({ sitePort, servicePort }: FirefoxOptions) {
    const ofService = new Set([SERVICE_HOST, PORTAL_HOST]);
    this.#names = new Names((host) => (ofService.has(host) ? servicePort : sitePort));
  }

  async start(): Promise<void> {
    const executablePath = findFirefox();
    if (!executablePath) throw new Error('There is no Firefox');
    await this.#names.start();
    this.#browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      // The first: pages of the extension and of the browser may be looked into only so. The others: small pictures are quick.
      args: ['--remote-allow-system-access', '--width=450', '--height=300'],
      defaultViewport: null,
      extraPrefsFirefox: {
        'network.proxy.type': 1,
        'network.proxy.socks': '127.0.0.1',
        'network.proxy.socks_port': this.#names.port,
        'network.proxy.socks_remote_dns': true,
        // As people have it: the driver would switch these off. Without the last, a tab that is slow to unload keeps a core busy,
        // because the browser looks for it again and again without a pause (AsyncTabSwitcher).
        'fission.bfcacheInParent': true,
        'fission.webContentIsolationStrategy': 1,
        'browser.tabs.remote.unloadDelayMs': 300,
        'dom.serviceWorkers.testing.enabled': true,
        'extensions.webextensions.uuids': JSON.stringify({ [ADDON]: UUID }),
      },
    });
    await this.#browser.installExtension(EXTENSION);
    this.#own = await this.open(this.url('settings.html'));
    this.#privileged = await this.open('about:config');
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    await this.#names.stop();
  }

  /** Address of a page of the extension, for example `popup.html`. */
  url(path: string): string {
    return `moz-extension://${UUID}/${path}`;
  }

  /** Opens an address in a new tab. */
  async open(url: string): Promise<FirefoxTab> {
    if (!this.#browser) throw new Error('The browser is not running');
    const tab = new FirefoxTab(await this.#browser.newPage());
    await tab.visit(url);
    return tab;
  }

  /** Stores settings as the settings page would, without asking the service. */
  async configure(settings: object): Promise<void> {
    await this.#page.run(storeSettings(JSON.stringify(settings)));
  }

  /** Sends one message of the catalogue from a page of the extension and answers the reply, as its pages do: once more if need be. */
  async send<Reply = Record<string, unknown>>(name: string, request: object = {}): Promise<Reply> {
    const send = () =>
      this.#page.evaluate((message) => (globalThis as unknown as Scope).browser.runtime.sendMessage(message), {
        name,
        request,
      }) as Promise<Reply>;
    return send().catch(() => pause(100).then(send));
  }

  /** The number of the tab at an address. */
  async tabId(address: string): Promise<number> {
    const find = (address: string) =>
      (globalThis as unknown as Scope).browser.tabs
        .query({})
        .then((tabs) => tabs.find(({ url }) => url === address)?.id ?? -1);
    return this.#page.evaluate(find, address);
  }

  /** Ends the background as the browser does for want of work, and waits until it has. */
  async endBackground(): Promise<void> {
    if (!this.#privileged) throw new Error('The browser is not running');
    await this.#privileged.evaluate(
      (addon) =>
        (globalThis as unknown as Privileged).WebExtensionPolicy.getByID(addon).extension.terminateBackground(),
      ADDON,
    );
  }

  get #page(): FirefoxTab {
    if (!this.#own) throw new Error('The browser is not running');
    return this.#own;
  }
}
