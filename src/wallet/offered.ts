/** Name in `storage.local` that says that the offer was made: pages with a wallet read it and do not wake the worker. */
export const WALLET_OFFERED = 'wallet-offered';
