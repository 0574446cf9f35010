import { ASSET_TYPES, type AssetType } from '../../../asset/type.ts';
import type { Words } from '../../language/words.ts';
import { assetWord, shownContent } from '../../portal/page/asset-word.ts';

const isAssetType = (value: string): value is AssetType => ASSET_TYPES.some((type) => type === value);

/** What people call a value of the interface, inside a sentence: `IN_PROGRESS` is "in progress". One that nobody named is as it is. */
export const word = (words: Words, value: string): string => words.find(`desk.word.${value}`) ?? spacedOut(value);

/** The same where it stands alone. */
export function headWord(words: Words, value: string): string {
  const text = word(words, value);
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
}

/** The name of a value or a field as separate words. */
export const spacedOut = (value: string): string =>
  value
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

/** What people call an asset of a type that the interface tells of. */
export const typeWord = (words: Words, type: string): string =>
  isAssetType(type) ? assetWord(type, words) : words.word('desk.otherType');

/** The content of an asset that the interface tells of, as people read it. */
export const contentText = ({ type, content }: { readonly type: string; readonly content: string }): string =>
  isAssetType(type) ? shownContent(type, content) : content;
