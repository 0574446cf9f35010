import { send } from '../../messaging/send.ts';
import { WALLET_OFFERED } from '../../wallet/state.ts';
import { noteWallet } from './place.ts';

/** Events by which wallets announce themselves to pages (EIP-6963; Wallet Standard; the older event of MetaMask). */
const ANNOUNCEMENTS = ['eip6963:announceProvider', 'wallet-standard:register-wallet', 'ethereum#initialized'];

type Api = { storage?: { local?: { get(key: string): Promise<Record<string, unknown>> } } };

/** Tells the worker once of the first wallet that announces itself to a page. An event is heard in every world; what is in it is not. */
export function reportWallet(view: Window): void {
  if (view.top !== view) return;
  const heard = new AbortController();
  const report = async () => {
    heard.abort();
    noteWallet('seen');
    const { browser, chrome } = globalThis as { browser?: Api; chrome?: Api };
    const offered = await (browser ?? chrome)?.storage?.local?.get(WALLET_OFFERED);
    if (offered && offered[WALLET_OFFERED] !== true) await send('walletSeen', {});
  };
  // Without an answer there is nobody to offer anything.
  const onSeen = () => void report().catch(() => undefined);
  for (const type of ANNOUNCEMENTS) view.addEventListener(type, onSeen, { passive: true, signal: heard.signal });
}
