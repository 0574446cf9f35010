// The codec of the list: pure, for the service and the build as well as for the browser.

export { PrefixTable } from '../table/prefix-table.ts';
export { publicKeyOf } from '../trust/ed25519.ts';
export { signNextKey, verifyNextKey } from '../trust/next-key.ts';
export {
  type ArtifactFacts,
  type ArtifactSubject,
  type CommonKind,
  signArtifact,
  verifyArtifact,
} from '../trust/signature.ts';
export { applyChanges, changesBetween, decodeChanges, encodeChanges } from './changes.ts';
export { digestOf } from './digest.ts';
export { decodeList } from './foreign.ts';
export { HASH_BYTES, type HotEntry, MAX_HOT } from './hot-entry.ts';
export { encodeHot } from './hot-file.ts';
export { decodePrefixes, encodePrefixes } from './prefixes.ts';
export { decodeUpdate, encodeUpdate, type ListUpdate, type UpdatePart } from './update-file.ts';
