import puppeteer, { type Browser as Driver } from 'puppeteer-core';
import { findFirefox } from '../../../../src/development/install/firefox.ts';
import { FIREFOX_EXTENSION } from '../../../e2e/harness/build.ts';
import { PORTAL_HOST, SERVICE_HOST } from '../../../e2e/harness/service.ts';
import { Browser, type Opening } from './browser.ts';
import { WALLET_ADDON } from './extensions.ts';
import { FirefoxTab } from './firefox-tab.ts';
import { SocksProxy } from './socks-proxy.ts';
import { pause, until } from './until.ts';

const ADDON = 'acme@wary.example';
/** Chosen here, so that the address of the extension's pages is known. */
const UUID = '7f3bb7a1-52a7-4c0e-9d0a-2b1d6b0f7a11';

export type FirefoxOptions = {
  /** Port on which every name lands. */
  readonly sitePort: number;
  /** Port of the service. */
  readonly servicePort: number;
  /** Folder of the stand-in wallet; none is installed without it. */
  readonly wallet?: string;
  /** On a machine whose policy installs the extension: what starts the browser there, and the folder of its profile, which outlives it. */
  readonly managed?: { readonly program: string; readonly profile: string };
};

/** The extension's own API, as a page of it sees it. */
type Scope = { browser: { tabs: { query(query: object): Promise<{ id: number; url: string }[]> } } };
/** What a page of the browser's own sees. */
type Privileged = {
  WebExtensionPolicy: { getByID(id: string): { extension: { terminateBackground(): Promise<void> } } | null };
  ChromeUtils: { importESModule(address: string): Record<string, unknown> };
  PathUtils: { readonly profileDir: string };
  Services: { wm: { getMostRecentWindow(type: string): { OpenBrowserWindow(options: object): unknown } } };
};
type Permissions = { add(id: string, more: object): Promise<void> };
type AddonAct = 'reload' | 'enable' | 'disable';
type Addons = { getAddonByID(id: string): Promise<Record<AddonAct, () => Promise<void>>> };

/** A Firefox with the extension, driven over WebDriver BiDi. */
export class Firefox extends Browser {
  readonly #proxy: SocksProxy;
  readonly #wallet: string | undefined;
  readonly #managed: FirefoxOptions['managed'];
  #browser: Driver | undefined;
  /** A page of the extension and one of the browser, from which a test reaches what no page of the web does. */
  #own: FirefoxTab | undefined;
  #privileged: FirefoxTab | undefined;
  #mayBePrivate = false;

  constructor({ sitePort, servicePort, wallet, managed }: FirefoxOptions) {
    super();
    this.#wallet = wallet;
    this.#managed = managed;
    const ofService = new Set([SERVICE_HOST, PORTAL_HOST]);
    this.#proxy = new SocksProxy((host) => (ofService.has(host) ? servicePort : sitePort));
  }

  async start(): Promise<void> {
    const executablePath = this.#managed?.program ?? findFirefox();
    if (!executablePath) throw new Error('There is no Firefox');
    await this.#proxy.start();
    this.#browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      // The first: pages of the extension and of the browser may be looked into only so. The others: small pictures are quick.
      args: ['--remote-allow-system-access', '--width=450', '--height=300'],
      defaultViewport: null,
      ...(this.#managed ? { userDataDir: this.#managed.profile } : {}),
      extraPrefsFirefox: {
        // Tests look for English words.
        'intl.locale.requested': 'en-US',
        'network.proxy.type': 1,
        'network.proxy.socks': '127.0.0.1',
        'network.proxy.socks_port': this.#proxy.port,
        'network.proxy.socks_remote_dns': true,
        // As people have it: the driver would switch these off. Without the last, a tab that is slow to unload keeps a core busy,
        // because the browser looks for it again and again without a pause (AsyncTabSwitcher).
        'fission.bfcacheInParent': true,
        'fission.webContentIsolationStrategy': 1,
        'browser.tabs.remote.unloadDelayMs': 300,
        'dom.serviceWorkers.testing.enabled': true,
        'extensions.webextensions.uuids': JSON.stringify({ [ADDON]: UUID }),
        // As people have them, where what a policy says of them is tried.
        ...(this.#managed ? { 'xpinstall.signatures.required': true, 'extensions.update.enabled': true } : {}),
      },
    });
    this.#privileged = await this.open('about:config');
    if (this.#managed) return;
    await this.#browser.installExtension(FIREFOX_EXTENSION);
    if (this.#wallet) await this.#browser.installExtension(this.#wallet);
    await this.openOwn();
  }

  /** Opens the page of the extension from which a test reaches it. Installed by a policy, the extension may come after the start. */
  async openOwn(): Promise<void> {
    const own = await this.open(this.url('settings.html'));
    // Right after the installation the browser may not have its pages yet.
    while (!(await own.evaluate(() => 'chrome' in globalThis, undefined))) await own.visit(this.url('settings.html'));
    this.#own = own;
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    await this.#proxy.stop();
  }

  /** Address of a page of the extension, for example `popup.html`. */
  url(path: string): string {
    return `moz-extension://${UUID}/${path}`;
  }

  async open(url: string, { isPrivate = false }: Opening = {}): Promise<FirefoxTab> {
    if (!this.#browser) throw new Error('The browser is not running');
    const tab = isPrivate ? await this.#openPrivate() : new FirefoxTab(await this.#browser.newPage());
    await tab.visit(url);
    return tab;
  }

  inside<Answer, Argument>(act: (argument: Argument) => Answer | Promise<Answer>, argument: Argument): Promise<Answer> {
    if (!this.#own) throw new Error('The browser is not running');
    return this.#own.evaluate(act, argument);
  }

  /** As the extension's pages do: once more if need be. */
  override send<Reply = Record<string, unknown>>(name: string, request: object = {}): Promise<Reply> {
    const send = () => super.send<Reply>(name, request);
    return send().catch(() => pause(100).then(send));
  }

  /** The number of the tab at an address. */
  tabId(address: string): Promise<number> {
    const find = (address: string) =>
      (globalThis as unknown as Scope).browser.tabs
        .query({})
        .then((tabs) => tabs.find(({ url }) => url === address)?.id ?? -1);
    return this.inside(find, address);
  }

  /** The folder in which the browser keeps everything that outlives it. */
  profile(): Promise<string> {
    return this.privilege(() => (globalThis as unknown as Privileged).PathUtils.profileDir, undefined);
  }

  async stopWorker(): Promise<void> {
    await this.privilege((addon) => {
      const { WebExtensionPolicy } = globalThis as unknown as Privileged;
      return WebExtensionPolicy.getByID(addon)?.extension.terminateBackground();
    }, ADDON);
  }

  /** Has the extension start again while tabs are open, as an update does. */
  async reloadExtension(): Promise<void> {
    await this.#restartExtensions('reload', [ADDON]);
  }

  /** Switches the extension on or off as a person does. */
  async switchExtension(on: boolean): Promise<void> {
    await this.#restartExtensions(on ? 'enable' : 'disable', [ADDON]);
  }

  /** Runs something in a page of the browser's own, which may do what the browser may. */
  privilege<Answer, Argument>(
    act: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer> {
    if (!this.#privileged) throw new Error('The browser is not running');
    return this.#privileged.evaluate(act, argument);
  }

  async #openPrivate(): Promise<FirefoxTab> {
    if (!this.#mayBePrivate) await this.#allowPrivate();
    const tab = await this.#privileged!.opened(() =>
      this.privilege(() => {
        const { Services } = globalThis as unknown as Privileged;
        Services.wm.getMostRecentWindow('navigator:browser').OpenBrowserWindow({ private: true });
      }, undefined),
    );
    if (!tab) throw new Error('No private window was opened');
    // Its own first page would take the place of one that is loaded before it.
    await tab.at('about:privatebrowsing');
    await tab.reads(['complete']);
    return tab;
  }

  /** Lets both extensions into private windows as the page of add-ons does; each starts again for it. */
  async #allowPrivate(): Promise<void> {
    const addons = [ADDON, WALLET_ADDON];
    await this.privilege(async (addons) => {
      const { ChromeUtils } = globalThis as unknown as Privileged;
      const { ExtensionPermissions } = ChromeUtils.importESModule(
        'resource://gre/modules/ExtensionPermissions.sys.mjs',
      ) as { ExtensionPermissions: Permissions };
      for (const addon of addons)
        await ExtensionPermissions.add(addon, { permissions: ['internal:privateBrowsingAllowed'], origins: [] });
    }, addons);
    await this.#restartExtensions('reload', addons);
    this.#mayBePrivate = true;
  }

  /** By what the page of add-ons does. No page of an extension outlives it. */
  async #restartExtensions(act: AddonAct, addons: readonly string[]): Promise<void> {
    await this.#own?.close();
    this.#own = undefined;
    await this.privilege(
      async ({ act, addons }) => {
        const { ChromeUtils } = globalThis as unknown as Privileged;
        const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs') as {
          AddonManager: Addons;
        };
        for (const addon of addons) await (await AddonManager.getAddonByID(addon))[act]();
      },
      { act, addons },
    );
    if (act === 'disable') return;
    await this.openOwn();
    await until(
      'the extension is back',
      () => this.send('healthRead').catch(() => null),
      (health) => health !== null && health !== undefined,
    );
  }
}
