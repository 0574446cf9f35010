import { send } from '../../messaging/send.ts';
import { WALLET_OFFERED, WALLET_STATES, type WalletState } from '../../wallet/wallets.ts';
import type { WalletReader } from './reader.ts';

type Place = { reader?: WalletReader; state?: WalletState };
type Area = { get(key: string): Promise<Record<string, unknown>> };
type Api = { readonly storage?: { readonly local?: Area } };
const scope = globalThis as { waryWallet?: Place; browser?: Api; chrome?: Api };
scope.waryWallet ??= {};
/** What our scripts leave for one another, and for the popup, in the isolated world of a document. */
export const place: Place = scope.waryWallet;

/** Notes something of the wallets; the worst stays. */
export function noteWallet(state: WalletState): void {
  if (WALLET_STATES.indexOf(state) > WALLET_STATES.indexOf(place.state ?? 'off')) place.state = state;
}

/** Events by which wallets announce themselves to pages (EIP-6963; Wallet Standard; the older event of MetaMask). */
const ANNOUNCEMENTS = ['eip6963:announceProvider', 'wallet-standard:register-wallet', 'ethereum#initialized'];

/** Tells the worker once of the first wallet that announces itself to a page. An event is heard in every world; what is in it is not. */
export function reportWallet(view: Window): void {
  if (view.top !== view) return;
  const heard = new AbortController();
  const report = async () => {
    heard.abort();
    noteWallet('seen');
    const offered = await (scope.browser ?? scope.chrome)?.storage?.local?.get(WALLET_OFFERED);
    if (offered && offered[WALLET_OFFERED] !== true) await send('walletSeen', {});
  };
  // Without an answer there is nobody to offer anything.
  const onSeen = () => void report().catch(() => undefined);
  for (const type of ANNOUNCEMENTS) view.addEventListener(type, onSeen, { passive: true, signal: heard.signal });
}
