/** Name in `storage.local` that says that the offer was made: pages with a wallet read it and do not wake the worker. */
export const WALLET_OFFERED = 'wallet-offered';

/** What is known of the wallets of a page, best first: `seen` before the check, `closed` where one cannot be changed, `missed` by a request. */
export const WALLET_STATES = ['off', 'seen', 'covered', 'closed', 'missed'] as const;
export type WalletState = (typeof WALLET_STATES)[number];

/** Ids of MetaMask in the stores of Chrome and Edge: its content script takes requests that any page can post to it. */
const IDS = ['nkbihfbeogaeaoehlefnkodbefgpgknn', 'ejbalbakoplchlghecdalmeeeajnimhm'];

/** Whether a browser runs the scripts of an extension with this id before those of the known wallets: it goes by the ids. */
export const isBeforeWallets = (id?: string): boolean => id !== undefined && IDS.every((wallet) => id < wallet);
