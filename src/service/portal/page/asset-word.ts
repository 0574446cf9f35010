import { type AssetType, checksumAddress } from '../../../asset/index.ts';

const WORDS: Partial<Record<AssetType, string>> = {
  URL: 'Site',
  PAGE: 'Page',
  ADDRESS: 'Wallet address',
  EMAIL: 'E-mail address',
  PHONE_NUMBER: 'Phone number',
  IPFS: 'IPFS content',
};

/** What people call an asset of this type: "Site", "Wallet address", and for the many platforms "Account or page (TWITTER)". */
export const assetWord = (type: AssetType): string =>
  WORDS[type] ?? `Account or page (${type.toLowerCase().replaceAll('_', ' ')})`;

/** The content of an asset as people read it: an EVM address with its checksum (EIP-55), everything else as it is. */
export const shownContent = (type: AssetType, content: string): string =>
  type === 'ADDRESS' && /^0x[0-9a-f]{40}$/.test(content) ? checksumAddress(content) : content;
