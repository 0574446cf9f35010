/** Name in `storage.local` that says that the offer was made: pages with a wallet read it and do not wake the worker. */
export const WALLET_OFFERED = 'wallet-offered';

/**
 * What can be known of the wallets of a page, best first. `off`: the check is. `seen`: the page is older than the check.
 * `closed`: one of them cannot be changed. `missed`: a request went on before it was looked at.
 */
export const WALLET_STATES = ['off', 'seen', 'covered', 'closed', 'missed'] as const;
export type WalletState = (typeof WALLET_STATES)[number];
