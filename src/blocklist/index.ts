export * from './artifact.ts';
export { Blocklist, type BlocklistParts, type ListChange, type ListInfo } from './blocklist.ts';
export { BUNDLED_FILES, BundledList, type BundledVersion, bundledVersion } from './bundled.ts';
export { ListStore } from './store.ts';
export { ListSync, type SyncParts, type SyncTrigger } from './sync.ts';
export { SYNC_PROBLEMS, type SyncProblem, type SyncState } from './sync-state.ts';
