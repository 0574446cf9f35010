// What the browser uses. Signatures stay out: they are loaded when a list is to be verified.
export { Blocklist, type BlocklistParts, type HotHit, type ListChange } from './blocklist.ts';
export { BUNDLED_FILES, BundledList } from './bundled.ts';
export { type BundledVersion, bundledVersion } from './bundled-version.ts';
export { digestOf } from './digest.ts';
export type { ListInfo } from './list-info.ts';
export { PrefixTable } from './prefix-table.ts';
export { encodePrefixes } from './prefixes.ts';
export { ListStore } from './store.ts';
export { ListSync, type SyncParts, type SyncTrigger } from './sync.ts';
export { SYNC_PROBLEMS, type SyncProblem, type SyncState } from './sync-state.ts';
