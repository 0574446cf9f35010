/** Name in `storage.local` that says that the offer was made: pages with a wallet read it and do not wake the worker. */
export const WALLET_OFFERED = 'wallet-offered';

/**
 * What can be known of the wallets of a page, best first. `off`: the check is. `seen`: the page is older than the check.
 * `closed`: one of them cannot be changed. `missed`: a request went on before it was looked at.
 */
export const WALLET_STATES = ['off', 'seen', 'covered', 'closed', 'missed'] as const;
export type WalletState = (typeof WALLET_STATES)[number];

/** Ids of MetaMask in the stores of Chrome and Edge: its content script takes requests that any page can post to it. */
const IDS = ['nkbihfbeogaeaoehlefnkodbefgpgknn', 'ejbalbakoplchlghecdalmeeeajnimhm'];

/** Whether a browser runs the scripts of an extension with this id before those of the known wallets: it goes by the ids. */
export const isBeforeWallets = (id: string): boolean => IDS.every((wallet) => id < wallet);
