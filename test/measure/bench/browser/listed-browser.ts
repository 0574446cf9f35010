import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALGO_VERSION } from '../../../../src/asset/index.ts';
import { chromeIdOf } from '../../../../src/organization/identity.ts';
import { storeSettings } from '../../../e2e/harness/settings.ts';
import { BareChromium } from './devtools.ts';
import { ListServer } from './list-server.ts';

/** The id that the key in its manifest gives an unpacked extension. */
export function idOfPackage(folder: string): string {
  const { key } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { key: string };
  return chromeIdOf(key);
}

/** The id that Chromium gives an unpacked extension without a key: from the SHA-256 of its path. */
export function idOfFolder(folder: string): string {
  const hex = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return [...hex].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
}

export type ListedBrowserOptions = {
  /** Folder of the unpacked extension. */
  readonly folder: string;
  readonly entries: number;
  /** Port on which every other name lands. */
  readonly sites: number;
  /** Seconds between two polls of the list; default: an hour, so that no measure meets one. */
  readonly pollSeconds?: number;
  /** The X display to open windows on; without one nothing is seen. */
  readonly display?: string | undefined;
};

/** A bare Chromium with the extension, which holds a list of so many random prefixes. */
export class ListedBrowser {
  readonly chromium = new BareChromium();
  readonly #list: ListServer;

  private constructor(entries: number, pollSeconds: number) {
    this.#list = new ListServer(ALGO_VERSION, entries, pollSeconds);
  }

  /** Answers when the extension holds the list, and guards can read it. @throws Error where it does not within half a minute */
  static async open({
    folder,
    entries,
    sites,
    pollSeconds = 3600,
    display,
  }: ListedBrowserOptions): Promise<ListedBrowser> {
    const browser = new ListedBrowser(entries, pollSeconds);
    await browser.#list.start();
    try {
      await browser.chromium.start(
        [
          `--disable-extensions-except=${folder}`,
          `--load-extension=${folder}`,
          `--host-resolver-rules=MAP service.wary.test 127.0.0.1:${browser.#list.port}, EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${sites}`,
        ],
        display === undefined ? {} : { display },
      );
      const stored = await syncList(browser.chromium, { folder, apiKey: 'bench', least: entries });
      await closeWelcome(browser.chromium);
      if (stored !== entries) throw new Error(`The browser holds ${stored} entries instead of ${entries}`);
      return browser;
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Requests of the extension to its service so far. */
  get requests(): number {
    return this.#list.requests;
  }

  async close(): Promise<void> {
    await this.chromium.stop();
    await this.#list.stop();
  }
}

/** Closes what the extension opened when it was installed: it would keep the process of the extension alive. */
export async function closeWelcome(chromium: BareChromium): Promise<void> {
  const { targetInfos } = (await chromium.send('Target.getTargets')) as {
    targetInfos: { targetId: string; url: string }[];
  };
  for (const { targetId, url } of targetInfos)
    if (url.endsWith('/welcome.html')) await chromium.send('Target.closeTarget', { targetId });
}

/**
 * Gives the extension its key and waits, half a minute at most, until it holds a list of the service that guards can read.
 * @param options.folder the unpacked extension
 * @param options.least entries that the list has at least
 * @returns how many entries it holds; 0 where there is no such list
 */
export async function syncList(
  chromium: BareChromium,
  { folder, apiKey, least }: { folder: string; apiKey: string; least: number },
): Promise<number> {
  const tab = await chromium.tab(`chrome-extension://${idOfPackage(folder)}/settings.html`);
  await tab.evaluate(`new Promise((resolve) => setTimeout(resolve, 1000))`);
  await tab.evaluate(storeSettings(JSON.stringify({ apiKey })));
  const kept = await tab.evaluate<number>(`(async () => {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const health = await chrome.runtime.sendMessage({ name: 'listSync', id: crypto.randomUUID(), request: {} });
      const { shards } = await chrome.storage.local.get('shards');
      if (health?.list?.origin === 'service' && shards?.entries >= ${least}) return shards.entries;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return 0;
  })()`);
  await tab.close();
  return kept;
}
