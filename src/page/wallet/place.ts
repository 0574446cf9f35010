import { WALLET_STATES, type WalletState } from '../../wallet/state.ts';
import type { WalletReader } from './reader.ts';

type Place = { reader?: WalletReader; state?: WalletState };
const scope = globalThis as { waryWallet?: Place };
scope.waryWallet ??= {};
/** What our scripts leave for one another, and for the popup, in the isolated world of a document. */
export const place: Place = scope.waryWallet;

/** Notes something of the wallets; the worst stays. */
export function noteWallet(state: WalletState): void {
  if (WALLET_STATES.indexOf(state) > WALLET_STATES.indexOf(place.state ?? 'off')) place.state = state;
}
