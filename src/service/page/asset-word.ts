import { html } from 'hono/html';
import { scamKindOf } from '../../api/report/scam-kind.ts';
import { addressOf, familyInWords } from '../../asset/address/address.ts';
import { checksumAddress } from '../../asset/address/evm.ts';
import type { Asset, AssetType } from '../../asset/type.ts';
import { textKey } from '../../language/text-key.ts';
import { ENGLISH } from './language.ts';
import type { Html, Words } from './words.ts';

/** The name of an asset type: "Site", "Wallet address", "X account". */
export const assetWord = (type: AssetType, words = ENGLISH): string => words.word(`asset.${type}`);

/** The same for one asset, with the family of a wallet address: "Wallet address, TRON". */
export function assetInWords(words: Words, { type, content }: Asset): Html {
  const address = type === 'ADDRESS' ? addressOf(content) : null;
  const word = words.t(`asset.${type}`);
  return address === null ? word : words.t('asset.ofFamily', { type: word, family: familyInWords(address.family) });
}

/** The content of an asset as people read it: an EVM address with its checksum (EIP-55), everything else unchanged. */
export const shownContent = (type: AssetType, content: string): string =>
  type === 'ADDRESS' && /^0x[0-9a-f]{40}$/.test(content) ? checksumAddress(content) : content;

/** Isolates text written by people, so that it keeps its own direction. */
export const apart = (text: string): Html => html`<bdi>${text}</bdi>`;

/** The reason of a block: in English as written, in other languages the kind of scam that it names, if any. */
export function reasonWord(reason: string, words: Words): Html {
  const kind = words.language === 'en' ? 'other' : scamKindOf(reason);
  return kind === 'other' ? apart(reason) : words.t(`scam.${textKey(kind)}.name`);
}
