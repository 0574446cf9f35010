// The list codec. It has no dependency on the browser, because the service and the build use it too.

export { PrefixTable } from '../table/prefix-table.ts';
export {
  type ArtifactFacts,
  type ArtifactSubject,
  type CommonKind,
  publicKeyOf,
  signArtifact,
  signNextKey,
  verifyArtifact,
  verifyNextKey,
} from '../trust/signature.ts';
export { applyChanges, changesBetween, decodeChanges, encodeChanges } from './changes.ts';
export { digestOf } from './entries.ts';
export { decodeList } from './foreign.ts';
export { encodeHot, HASH_BYTES, type HotEntry, MAX_HOT } from './hot-file.ts';
export { decodePrefixes, encodePrefixes } from './prefixes.ts';
export { decodeUpdate, encodeUpdate, type ListUpdate, type UpdatePart } from './update-file.ts';
