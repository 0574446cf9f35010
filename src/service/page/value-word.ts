import { html } from 'hono/html';
import { ASSET_TYPES, type AssetType } from '../../asset/type.ts';
import { assetWord, shownContent } from './asset-word.ts';
import type { Html, Words } from './words.ts';

const isAssetType = (value: string): value is AssetType => ASSET_TYPES.some((type) => type === value);

/** A value of the API in words, inside a sentence: `IN_PROGRESS` is "in progress". One without a translation is spaced out. */
export const word = (words: Words, value: string): string => words.find(`desk.word.${value}`) ?? spacedOut(value);

/** The same with a capital letter, where it stands alone. */
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

/** Who decided about an asset, inside a sentence: `operator` is "the people who run this service". The name of a list stays as it is. */
export const sourceText = (words: Words, source: string): Html =>
  html`<bdi>${words.find(`desk.source.${source}`) ?? source}</bdi>`;

/** The name of an asset type of the API. */
export const typeWord = (words: Words, type: string): string =>
  isAssetType(type) ? assetWord(type, words) : words.word('desk.otherType');

/** The content of an asset of the API, as people read it. */
export const contentText = ({ type, content }: { readonly type: string; readonly content: string }): string =>
  isAssetType(type) ? shownContent(type, content) : content;
