/**
 * Ids of MetaMask in the stores of Chrome and Edge: the wallet whose content script takes requests that any page can post
 * to it. A browser runs the content scripts of extensions in the order of their ids.
 */
const IDS = ['nkbihfbeogaeaoehlefnkodbefgpgknn', 'ejbalbakoplchlghecdalmeeeajnimhm'];

/** Whether the scripts of an extension with this id run before those of the known wallets. */
export const isBeforeWallets = (id: string): boolean => IDS.every((wallet) => id < wallet);
