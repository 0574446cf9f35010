import { setTimeout as pause } from 'node:timers/promises';
import { BareChromium, BareTab } from '../bench/devtools.ts';
import { EXTENSION_ID } from '../bench/listed-browser.ts';
import { storeSettings } from '../e2e/harness/settings.ts';

type Target = { targetId: string; type: string; subtype?: string; url: string };

/** Chromium prerenders nothing for a page that DevTools are attached to: here none are, until the page is shown. */
export class QuietBrowser {
  readonly #chromium = new BareChromium();
  readonly #arguments: readonly string[];

  /** @param args of the browser, for example `--load-extension=…` */
  constructor(args: readonly string[]) {
    this.#arguments = args;
  }

  start(): Promise<void> {
    return this.#chromium.start(this.#arguments);
  }

  /** Ends it as a person does and starts it again with the tabs that it had. */
  async restart(): Promise<void> {
    // The browser writes down which tabs are open every few seconds.
    await pause(3_000);
    await this.#chromium.close();
    await this.#chromium.start([...this.#arguments, '--restore-last-session'], { page: null });
  }

  stop(): Promise<void> {
    return this.#chromium.stop();
  }

  /**
   * Gives the extension its key and waits until its list has so many entries, whoever they are from.
   * @throws Error where it has not within half a minute
   */
  async configure(apiKey: string, entries: number): Promise<void> {
    const tab = await this.#chromium.tab(`chrome-extension://${EXTENSION_ID}/settings.html`);
    await tab.evaluate('new Promise((resolve) => setTimeout(resolve, 1000))');
    await tab.evaluate(storeSettings(JSON.stringify({ apiKey })));
    const held = await tab.evaluate<number>(`(async () => {
      for (let attempt = 0; attempt < 60; attempt += 1) {
        const health = await chrome.runtime.sendMessage({ name: 'listSync', request: {} });
        if (health?.list?.entries >= ${entries}) return health.list.entries;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      return 0;
    })()`);
    await tab.close();
    if (held < entries) throw new Error('The extension did not get the list within 30 s');
    for (const { targetId, url } of await this.pages()) if (url.endsWith('/welcome.html')) await this.#close(targetId);
  }

  /** Stops every worker, by way of a tab of its own that stays behind the one in front. */
  async stopWorkers(): Promise<void> {
    const { targetId } = await this.#chromium.send('Target.createTarget', { url: 'about:blank', background: true });
    const tab = await this.attach(String(targetId));
    await tab.send('ServiceWorker.enable');
    await tab.send('ServiceWorker.stopAllWorkers');
    await tab.close();
    await pause(150);
  }

  async open(url: string): Promise<void> {
    await this.#chromium.send('Target.createTarget', { url });
  }

  /** Closes every tab but one, which is empty. */
  async clear(): Promise<void> {
    const open = await this.pages();
    await this.open('about:blank');
    for (const { targetId } of open) await this.#close(targetId);
  }

  /** What stands in the tabs, without what waits behind them. */
  async pages(): Promise<Target[]> {
    const { targetInfos } = (await this.#chromium.send('Target.getTargets')) as { targetInfos: Target[] };
    return targetInfos.filter(({ type, subtype }) => type === 'page' && subtype === undefined);
  }

  async attach(targetId: string): Promise<BareTab> {
    const { sessionId } = await this.#chromium.send('Target.attachToTarget', { targetId, flatten: true });
    return new BareTab(this.#chromium, targetId, String(sessionId));
  }

  /** What has closed by itself in the meantime is closed. */
  async #close(targetId: string): Promise<void> {
    try {
      await this.#chromium.send('Target.closeTarget', { targetId });
    } catch (error) {
      if (!/No target/.test((error as Error).message)) throw error;
    }
  }
}
