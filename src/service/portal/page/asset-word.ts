import { html } from 'hono/html';
import { scamKey, scamKindOf } from '../../../api/report/scam-kind.ts';
import { checksumAddress } from '../../../asset/address/checksum.ts';
import type { AssetType } from '../../../asset/type.ts';
import { ENGLISH } from '../../language/choice.ts';
import type { Html, Words } from '../../language/words.ts';

/** What people call an asset of this type: "Site", "Wallet address", "X account". */
export const assetWord = (type: AssetType, words = ENGLISH): string => words.word(`asset.${type}`);

/** The content of an asset as people read it: an EVM address with its checksum (EIP-55), everything else as it is. */
export const shownContent = (type: AssetType, content: string): string =>
  type === 'ADDRESS' && /^0x[0-9a-f]{40}$/.test(content) ? checksumAddress(content) : content;

/** What somebody wrote or reported, kept apart from the text around it: its own letters say in which direction it is read. */
export const apart = (text: string): Html => html`<bdi>${text}</bdi>`;

/** Why something was blocked: in English as it was written, else the kind of scam that it tells of, where it tells of one. */
export function reasonWord(reason: string, words: Words): Html {
  const kind = words.language === 'en' ? 'other' : scamKindOf(reason);
  return kind === 'other' ? apart(reason) : words.t(`scam.${scamKey(kind)}.name`);
}
