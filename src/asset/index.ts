export { checksumAddress } from './address/evm.ts';
export { type AddressFault, addressFault } from './address/fault.ts';
export {
  type Adjustment,
  contentNaming,
  type Named,
  namedBy,
  narrowestExpression,
  normalizeContent,
  readContents,
} from './content.ts';
export { ALGO_VERSION, hashExpression, prefixOf, prefixOfExpression, toHex } from './hash.ts';
export { platformHosts } from './platform/catalogue.ts';
export { HANDLE_PLATFORMS } from './text/handle.ts';
export { recognizeText } from './text/recognize-text.ts';
export {
  type Addition,
  added,
  adjustmentsOf,
  type Mention,
  meaningOf,
  mentionOf,
  onPlatform,
  type Reach,
  type Reaches,
  reachOf,
} from './text/subject.ts';
export type { Asset, AssetType } from './type.ts';
export { canonicalUrl } from './url/canonical-url.ts';
export { canonicalPrefixes, expressionsOf, urlExpressions } from './url/expression.ts';
export { recognizeUrl, urlAssets } from './url/recognize-url.ts';
