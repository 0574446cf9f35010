import { type Browser, browser } from 'wxt/browser';
import type { MessageSource } from '../messaging/router.ts';

type Script = Browser.scripting.RegisteredContentScript;

const READER = '/wallet-reader.js' as const;
const EVERYWHERE = {
  matches: ['*://*/*'],
  runAt: 'document_start',
  allFrames: true,
  matchOriginAsFallback: true,
  persistAcrossSessions: true,
} satisfies Partial<Script>;
/** The wallet check in pages: what holds calls, in the page's own world, and what answers them. */
const SCRIPTS: readonly Script[] = [
  { ...EVERYWHERE, id: 'wallet-watch', js: ['content-scripts/wallet-watch.js'], world: 'MAIN' },
  { ...EVERYWHERE, id: 'wallet-bridge', js: ['content-scripts/wallet-bridge.js'], world: 'ISOLATED' },
];

const IDS = SCRIPTS.map(({ id }) => id);
const registered = async (): Promise<string[]> =>
  (await browser.scripting.getRegisteredContentScripts({ ids: [...IDS] })).map(({ id }) => id);

/** Whether pages that are opened carry the scripts. */
export const hasWalletScripts = async (): Promise<boolean> => (await registered()).length === SCRIPTS.length;

/** Registers and removes the scripts of the wallet check. Not a byte of them is in a page while it is off. */
export class WalletScripts {
  #problem: string | null = null;
  #following: Promise<void> = Promise.resolve();

  /** Why the browser refused the scripts, or to remove them; null where it did not. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Has pages that are opened from now on carry the scripts, or not. The browser forgets them with an update. Never rejects. */
  follow(isOn: boolean): Promise<void> {
    this.#following = this.#following.then(() => this.#follow(isOn));
    return this.#following;
  }

  async #follow(isOn: boolean): Promise<void> {
    try {
      const ids = await registered();
      const missing = SCRIPTS.filter(({ id }) => !ids.includes(id));
      if (isOn && missing.length > 0) await browser.scripting.registerContentScripts([...missing]);
      if (!isOn && ids.length > 0) await browser.scripting.unregisterContentScripts({ ids });
      this.#problem = null;
    } catch (error) {
      this.#problem = String(error);
    }
  }
}

/**
 * Injects what reads wallet requests into the document that holds one.
 * @throws Error if the document is gone, or the browser protects it from extensions
 */
export async function injectWalletReader({ tab, frameId = 0, documentId }: MessageSource): Promise<void> {
  if (tab?.id === undefined) throw new Error('Only a document in a tab can be given a reader');
  const place = documentId === undefined ? { frameIds: [frameId] } : { documentIds: [documentId] };
  const target = { tabId: tab.id, ...place };
  await browser.scripting.executeScript({ target, files: [READER], injectImmediately: true });
}
