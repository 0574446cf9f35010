// The codec of the list: pure, for the service and the build as well as for the browser.
export { applyChanges, encodeChanges } from './changes.ts';
export { digestOf } from './digest.ts';
export { publicKeyOf } from './ed25519.ts';
export { decodeList } from './foreign.ts';
export { encodeHashes, HASH_BYTES, MAX_HASHES } from './hashes.ts';
export { LIST_FAULTS, ListError, type ListFault } from './list-error.ts';
export { PrefixTable, type TableParts } from './prefix-table.ts';
export { decodePrefixes, encodePrefixes } from './prefixes.ts';
export { MAX_BYTES, MAX_ENTRIES } from './rice.ts';
export { ARTIFACT_KINDS, type ArtifactFacts, type ArtifactKind, signArtifact, verifyArtifact } from './signature.ts';
