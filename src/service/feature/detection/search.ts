import { type Asset, recognizeText } from '../../../asset/index.ts';
import { withinLength } from '../../../asset/listing/refusal.ts';
import { confidenceIn, type Match, termSet } from './term.ts';

/** Assets of a source, and the text that names them, if any, with its report: it may mention further ones. */
export type Searched = { readonly assets: readonly Asset[]; readonly text: string; readonly reportId: number | null };

/** `isMentioned`: only the text names the asset. */
export type Found = Match & { readonly isMentioned: boolean };

const MAX_TEXT_LENGTH = 300;

/** The assets that match terms, by themselves or by the text that names or mentions them. */
export function search(searched: readonly Searched[], terms: readonly string[]): Found[] {
  const set = termSet(terms);
  return searched.flatMap(({ assets, text, reportId }) => {
    const hasTerm = text !== '' && confidenceIn(text, set) !== null;
    const found = (asset: Asset, isMentioned: boolean): Found[] => {
      const own = confidenceIn(asset.content, set);
      if (own !== null) return [{ asset, threatContent: asset.content, confidence: own, reportId: null, isMentioned }];
      if (!hasTerm) return [];
      return [{ asset, threatContent: text.slice(0, MAX_TEXT_LENGTH), confidence: 'none', reportId, isMentioned }];
    };
    const mentioned = text === '' ? [] : recognizeText(text).filter(withinLength);
    return [...assets.flatMap((asset) => found(asset, false)), ...mentioned.flatMap((asset) => found(asset, true))];
  });
}
