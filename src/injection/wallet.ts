import { type Browser, browser } from 'wxt/browser';
import type { MessageSource } from '../messaging/router.ts';
import { Sequence } from '../storage/sequence.ts';
import { WALLET_OFFERED, WALLET_STATES, type WalletState } from '../wallet/wallets.ts';
import { injectNotice } from './notice.ts';
import { targetOfSender } from './target.ts';

const SCRIPTS = (['watch', 'bridge'] as const).map(
  (name): Browser.scripting.RegisteredContentScript => ({
    id: `wallet-${name}`,
    js: [`wallet-${name}.js`],
    world: name === 'watch' ? 'MAIN' : 'ISOLATED',
    matches: ['*://*/*'],
    runAt: 'document_start',
    allFrames: true,
    matchOriginAsFallback: true,
  }),
);

/** Whether pages that are opened carry the scripts. The browser has both or none, and no others. */
export const hasWalletScripts = async () => (await browser.scripting.getRegisteredContentScripts()).length > 0;

const turns = new Sequence();

/** Has pages that are opened from now on carry the scripts, or not a byte of them. @returns why the browser refused; null if it did not */
export function followWalletCheck(isOn: boolean): Promise<string | null> {
  const follow = async () => {
    const has = await hasWalletScripts();
    if (isOn && !has) await browser.scripting.registerContentScripts(SCRIPTS);
    if (!isOn && has) await browser.scripting.unregisterContentScripts();
  };
  return turns.run(follow).then(() => null, String);
}

/** Injects what reads requests into the document that pauses one. @throws Error if it is gone, or protected from extensions */
export async function injectWalletReader(source: MessageSource): Promise<void> {
  const target = targetOfSender(source);
  await browser.scripting.executeScript({ target, files: ['/wallet-reader.js'], injectImmediately: true });
}

/** What is known of the wallets in a tab, the worst of its documents; null where there are none, or its page is barred to extensions. */
export async function walletsIn(tabId: number): Promise<WalletState | null> {
  const target = { tabId, allFrames: true };
  const func = () =>
    (globalThis as { [world: symbol]: { walletStates?: WalletState[] } })[Symbol.for('wary')]?.walletStates ?? [];
  const frames = await browser.scripting.executeScript({ target, func, injectImmediately: true }).catch(() => []);
  return WALLET_STATES.findLast((state) => frames.some(({ result }) => result?.includes(state))) ?? null;
}

/** Offers the wallet check once, on the first page that talks to a wallet, where nobody has decided about it. */
export async function offerWalletCheck(
  { tab, frameId, documentId }: MessageSource,
  isDecided: () => Promise<boolean>,
  language: { ready(): Promise<void> },
): Promise<void> {
  if (tab?.id === undefined || frameId !== 0) return;
  if ((await browser.storage.local.get(WALLET_OFFERED))[WALLET_OFFERED] === true) return;
  await browser.storage.local.set({ [WALLET_OFFERED]: true });
  if (await isDecided()) return;
  await language.ready();
  await injectNotice({ tabId: tab.id, frameId, documentId }, 'showWalletOffer', null);
}
