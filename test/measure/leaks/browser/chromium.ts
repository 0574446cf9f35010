import { EXTENSION } from '../../../e2e/harness/build.ts';
import { SERVICE_HOST } from '../../../e2e/harness/service.ts';
import { BareChromium, BareTab } from '../../bench/browser/devtools.ts';
import { endExtensionProcess } from '../../bench/browser/extension-process.ts';
import { idOfPackage } from '../../bench/browser/listed-browser.ts';
import { Browser, type Opening } from './browser.ts';
import { ChromiumTab } from './chromium-tab.ts';
import { asked } from './tab.ts';
import { pause, until } from './until.ts';

export type Target = {
  readonly targetId: string;
  readonly type: string;
  readonly subtype?: string;
  readonly parentFrameId?: string;
  readonly url: string;
};
export type ChromiumOptions = {
  /** Folders of extensions to load. */
  readonly extensions: readonly string[];
  /** Port on which every name lands. */
  readonly sitePort: number;
  /** Port of the service; its name is refused where it is absent. */
  readonly servicePort?: number;
  /** Origins that are taken for secure although they are http. */
  readonly secure?: readonly string[];
};
type Hand = { readonly tab: BareTab; readonly id: string; readonly sessionId: string };
/** What a page of the extension, and the browser's own page of extensions, are given. */
type Api = {
  windows: { create(options: object): Promise<unknown> };
  developerPrivate: {
    getExtensionsInfo(): Promise<{ id: string; incognitoAccess: { isActive: boolean } }[]>;
    updateProfileConfiguration(change: object): Promise<void>;
    updateExtensionConfiguration(change: object): Promise<void>;
  };
};
type Scope = { chrome: Api };

/** Milliseconds that a stopped worker is left alone at most before it is seen whether it was started again, and for which that goes on. */
const MAX_REST_MS = 10_000;
const STOP_TIMEOUT_MS = 90_000;

/** A Chromium of which DevTools are attached to single tabs and to nothing else, so that the harness wakes no worker. */
export class Chromium extends Browser {
  readonly #chromium = new BareChromium();
  readonly #options: ChromiumOptions;
  /** An empty tab by way of which workers are stopped. */
  #hand: Hand | undefined;
  #mayBePrivate = false;
  #stopped: Promise<void> | undefined;

  constructor(options: ChromiumOptions) {
    super();
    this.#options = options;
  }

  /**
   * @param page the one in its first tab; null for none
   * @param more further arguments
   */
  async start(page: string | null = 'about:blank', more: readonly string[] = []): Promise<void> {
    const { extensions, sitePort, servicePort, secure = [] } = this.#options;
    const folders = extensions.join(',');
    const service = servicePort === undefined ? '~NOTFOUND' : `127.0.0.1:${servicePort}`;
    this.#hand = undefined;
    await this.#chromium.start(
      [
        '--disable-popup-blocking',
        // The sites know no https: in private windows Chromium would show a page of its own in place of those whose names may exist.
        '--disable-features=HttpsFirstModeIncognito',
        ...(folders ? [`--disable-extensions-except=${folders}`, `--load-extension=${folders}`] : []),
        `--host-resolver-rules=MAP ${SERVICE_HOST} ${service}, EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${sitePort}`,
        ...(secure.length > 0 ? [`--unsafely-treat-insecure-origin-as-secure=${secure.join(',')}`] : []),
        ...more,
      ],
      { page },
    );
  }

  async stop(): Promise<void> {
    this.#stopped ??= this.#chromium.stop();
    await this.#stopped;
  }

  async open(url: string, { isPrivate = false, isQuiet = false }: Opening = {}): Promise<ChromiumTab> {
    if (isPrivate) return this.#openPrivate(url, isQuiet);
    const { targetId } = await this.#chromium.send('Target.createTarget', { url: isQuiet ? url : 'about:blank' });
    const tab = new ChromiumTab(this, String(targetId));
    if (isQuiet) return tab;
    await tab.visit(url);
    await tab.reads(['interactive', 'complete']);
    return tab;
  }

  /** The folder of its profile. */
  get profile(): string {
    return this.#chromium.profile;
  }

  /** Address of a page of the extension. */
  url(path: string): string {
    return `chrome-extension://${idOfPackage(EXTENSION)}/${path}`;
  }

  /** In a tab that is closed afterwards, because an open page keeps the process of the extension. */
  async inside<Answer, Argument>(
    act: (argument: Argument) => Answer | Promise<Answer>,
    argument: Argument,
  ): Promise<Answer> {
    // A page with nothing on it.
    const tab = await this.open(this.url('manifest.json'));
    try {
      return await tab.evaluate(act, argument);
    } finally {
      await tab.close();
    }
  }

  async stopWorker(): Promise<void> {
    const { tab, sessionId } = await this.#takeHand();
    const states = new Map<string, string>();
    this.#chromium.on(sessionId, 'ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, runningStatus } of versions as { versionId: string; runningStatus: string }[])
        states.set(versionId, runningStatus);
    });
    await tab.send('ServiceWorker.enable');
    // One that is ended before it got the event it starts for is started again: a busy machine gets longer each time.
    let rest = 50;
    await until(
      'no worker runs',
      async () => {
        // What comes meanwhile, an alarm for example, starts it again.
        await tab.send('ServiceWorker.stopAllWorkers');
        await pause(rest);
        rest = Math.min(2 * rest, MAX_REST_MS);
        return [...states.values()];
      },
      (all) => all.every((state) => state === 'stopped'),
      STOP_TIMEOUT_MS,
    );
    await tab.send('ServiceWorker.disable');
  }

  override async endProcess(): Promise<void> {
    // A warning that came when its visit had been given up keeps the process.
    for (const { targetId, url } of await this.pages())
      if (url.startsWith('chrome-extension://')) await this.closeTarget(targetId);
    const { tab } = await this.#takeHand();
    await endExtensionProcess(this.#chromium, tab);
  }

  override async restart(url: string): Promise<ChromiumTab> {
    // The browser writes down which tabs are open every few seconds.
    await pause(3_000);
    await this.#chromium.close();
    await this.start(null, ['--restore-last-session']);
    await this.#closeWelcome();
    // What is asked of a tab that is just being restored may never be answered: it is attached to again each time.
    const restored = async () => {
      const page = (await this.pages()).find((page) => page.url === url);
      const tab = page && new ChromiumTab(this, page.targetId);
      // A tab has the address before it has the document: until then an empty one answers, which is complete.
      const isRead = (url: string) => location.href === url && document.readyState === 'complete';
      return tab && (await asked(tab.evaluate(isRead, url))) === true ? tab : undefined;
    };
    const tab = await until(`${url} is restored`, restored, (tab) => tab !== undefined);
    return tab!;
  }

  /**
   * Closes the page that an extension loaded from a folder opens at each start of the browser, as if it were just
   * installed. It takes the foreground, and in a tab behind it that is typed into Chromium runs no timer of the page.
   */
  async #closeWelcome(): Promise<void> {
    const welcome = this.url('welcome.html');
    const opened = await until(
      'the extension has opened its welcome page',
      async () => (await this.pages()).filter(({ url }) => url === welcome),
      (pages) => pages.length > 0,
    );
    for (const { targetId } of opened) await this.closeTarget(targetId);
  }

  /** Closes every page that is open, for example the one that the extension opens when it is installed. */
  async clear(): Promise<void> {
    for (const { targetId } of await this.pages()) if (targetId !== this.#hand?.id) await this.closeTarget(targetId);
  }

  async targets(): Promise<Target[]> {
    const { targetInfos } = (await this.#chromium.send('Target.getTargets')) as { targetInfos: Target[] };
    return targetInfos;
  }

  /** What stands in the tabs, without what waits behind them. */
  async pages(): Promise<Target[]> {
    return (await this.targets()).filter(({ type, subtype }) => type === 'page' && subtype === undefined);
  }

  async attach(targetId: string): Promise<BareTab> {
    return (await this.#attached(targetId)).tab;
  }

  async closeTarget(targetId: string): Promise<void> {
    try {
      await this.#chromium.send('Target.closeTarget', { targetId });
    } catch (error) {
      if (!/No target/.test((error as Error).message)) throw error;
    }
  }

  async #attached(targetId: string): Promise<{ tab: BareTab; sessionId: string }> {
    const { sessionId } = await this.#chromium.send('Target.attachToTarget', { targetId, flatten: true });
    return { tab: new BareTab(this.#chromium, targetId, String(sessionId)), sessionId: String(sessionId) };
  }

  async #takeHand(): Promise<Hand> {
    if (this.#hand) return this.#hand;
    // In a window of its own: an empty tab beside a listed frame looks as if the frame had opened it, and is closed with it.
    const { targetId } = await this.#chromium.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      background: true,
    });
    this.#hand = { id: String(targetId), ...(await this.#attached(String(targetId))) };
    return this.#hand;
  }

  async #openPrivate(url: string, isQuiet: boolean): Promise<ChromiumTab> {
    if (!this.#mayBePrivate) await this.#allowPrivate();
    const before = new Set((await this.pages()).map(({ targetId }) => targetId));
    await this.inside(
      (url) => (globalThis as unknown as Scope).chrome.windows.create({ url, incognito: true }).then(() => 0),
      url,
    );
    const found = await until(
      'a private window is open',
      async () => (await this.pages()).find((page) => page.url === url && !before.has(page.targetId)),
      (page) => page !== undefined,
    );
    const tab = new ChromiumTab(this, found!.targetId);
    if (!isQuiet) await tab.reads(['interactive', 'complete']);
    return tab;
  }

  /** Lets every extension into private windows as a person does, on the browser's page of extensions; each starts again for it. */
  async #allowPrivate(): Promise<void> {
    const tab = await this.open('chrome://extensions');
    const active = await tab.evaluate(async () => {
      const { developerPrivate } = (globalThis as unknown as Scope).chrome;
      await developerPrivate.updateProfileConfiguration({ inDeveloperMode: true });
      for (const { id } of await developerPrivate.getExtensionsInfo())
        await developerPrivate.updateExtensionConfiguration({ extensionId: id, incognitoAccess: true });
      return (await developerPrivate.getExtensionsInfo()).every(({ incognitoAccess }) => incognitoAccess.isActive);
    }, undefined);
    await tab.close();
    if (!active) throw new Error('The extensions were not let into private windows');
    await until(
      'the extension is back',
      () => this.send('healthRead').catch(() => null),
      (health) => health !== null && health !== undefined,
    );
    this.#mayBePrivate = true;
  }
}
