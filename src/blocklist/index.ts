export { Blocklist, type BlocklistParts } from './blocklist.ts';
export { digestOf } from './codec/entries.ts';
export { encodePrefixes } from './codec/prefixes.ts';
export type { HotHit, ListChange, ListInfo } from './list-info.ts';
export { BUNDLED_FILES, BundledList, type BundledVersion, bundledVersion } from './store/bundled.ts';
export { ListStore } from './store/store.ts';
export { ListSync, type SyncParts, type SyncTrigger } from './sync/sync.ts';
export { SYNC_PROBLEMS, type SyncProblem, type SyncState } from './sync/sync-state.ts';
export { PrefixTable } from './table/prefix-table.ts';
