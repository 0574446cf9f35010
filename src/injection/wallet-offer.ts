import { browser } from 'wxt/browser';
import type { MessageSource } from '../messaging/router.ts';
import { WALLET_OFFERED } from '../wallet/state.ts';
import { injectNotice } from './notice.ts';

type OfferParts = {
  /** Whether a person, a brand or a policy has decided about it. */
  readonly isDecided: () => Promise<boolean>;
  readonly isPrivate: (tabId: number) => Promise<boolean>;
  readonly language: { ready(): Promise<void> };
};

/**
 * Offers the wallet check once, on the first page that talks to a wallet, where nobody has decided about it. Nothing is offered in
 * a private window, because that would stay when it is closed.
 */
export async function offerWalletCheck(source: MessageSource, { isDecided, isPrivate, language }: OfferParts) {
  const { tab, frameId, documentId } = source;
  if (tab?.id === undefined || frameId !== 0 || (await isPrivate(tab.id))) return;
  const { local } = browser.storage;
  if ((await local.get(WALLET_OFFERED))[WALLET_OFFERED] === true) return;
  await local.set({ [WALLET_OFFERED]: true });
  if (await isDecided()) return;
  await language.ready();
  await injectNotice({ tabId: tab.id, frameId, documentId }, 'showWalletOffer', null);
}
