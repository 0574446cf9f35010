import { addressOf, familyInWords } from '../../asset/address/address.ts';
import type { AddressFault } from '../../asset/index.ts';
import type { Asset, AssetType } from '../../asset/type.ts';
import { i18n } from '../../language/i18n.ts';

/** What people call an asset type, for example `Wallet address`. */
export const typeInWords = (type: AssetType): string => i18n.t(`asset.${type}`);

/** The same of one asset, with the family where it is a wallet address: `Wallet address, TRON`. */
export function assetInWords({ type, content }: Asset): string {
  const address = type === 'ADDRESS' ? addressOf(content) : null;
  return address === null
    ? typeInWords(type)
    : i18n.t('asset.ofFamily', { type: typeInWords(type), family: familyInWords(address.family) });
}

const FAULTS = {
  checksum: 'report.addressFault.checksum',
  case: 'report.addressFault.case',
  character: 'report.addressFault.character',
  length: 'report.addressFault.length',
  name: 'report.addressFault.name',
  unclear: 'report.addressFault.unclear',
} as const;

/** Why something that looks like an address of a family is none. */
export const faultInWords = ({ fault, family }: AddressFault): string => i18n.t(FAULTS[fault], { family });
