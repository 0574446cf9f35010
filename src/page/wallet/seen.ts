import { send } from '../../messaging/send.ts';
import { WALLET_OFFERED } from '../../wallet/wallets.ts';
import { worldOf } from '../content-script.ts';
import { localArea } from '../guard/local-look.ts';

/** Events by which wallets announce themselves to pages (EIP-6963; Wallet Standard; the older event of MetaMask). */
const ANNOUNCEMENTS = ['eip6963:announceProvider', 'wallet-standard:register-wallet', 'ethereum#initialized'];

/** Tells the worker once of the first wallet that announces itself to a page. An event is heard in every world; what is in it is not. */
export function reportWallet(view: Window): void {
  if (view.top !== view) return;
  const heard = new AbortController();
  const report = async () => {
    heard.abort();
    worldOf().walletStates.push('seen');
    const offered = await localArea()?.get([WALLET_OFFERED]);
    if (offered?.[WALLET_OFFERED] !== true) await send('walletSeen', {});
  };
  // Without an answer there is nobody to offer anything.
  const onSeen = () => void report().catch(() => undefined);
  for (const type of ANNOUNCEMENTS) view.addEventListener(type, onSeen, { passive: true, signal: heard.signal });
}
