import { send } from '../../messaging/send.ts';
import { WALLET_OFFERED } from '../../wallet/offered.ts';

/** Events by which wallets announce themselves to pages (EIP-6963; Wallet Standard; the older event of MetaMask). */
const ANNOUNCEMENTS = ['eip6963:announceProvider', 'wallet-standard:register-wallet', 'ethereum#initialized'];

type Area = { get(key: string): Promise<Record<string, unknown>> };
const scope = globalThis as { browser?: Api; chrome?: Api };
type Api = { storage?: { local?: Area } };

/** Tells the worker once of the first wallet that announces itself to a page. An event is heard in every world; what is in it is not. */
export function reportWallet(view: Window): void {
  if (view.top !== view) return;
  const heard = new AbortController();
  const report = async () => {
    heard.abort();
    const area = (scope.browser ?? scope.chrome)?.storage?.local;
    const isOffered = (await area?.get(WALLET_OFFERED))?.[WALLET_OFFERED] === true;
    if (area && !isOffered) await send('walletSeen', {});
  };
  // Without an answer there is nobody to offer anything.
  const onSeen = () => void report().catch(() => undefined);
  for (const type of ANNOUNCEMENTS) view.addEventListener(type, onSeen, { passive: true, signal: heard.signal });
}
