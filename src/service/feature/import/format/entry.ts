import type { AssetType } from '../../../../asset/type.ts';

/** One line or element of a list as it was published. `kind` says what the list claims it is. */
export type RawEntry = {
  readonly content: string;
  readonly kind: 'host' | 'address';
  readonly status: 'BLOCKED' | 'ALLOWED';
  readonly reason: string;
};

/** What a file holds, still unjudged. `notes` are sentences about parts that are not imported. */
export type RawList = {
  readonly entries: Iterable<RawEntry> | AsyncIterable<RawEntry>;
  readonly notes: readonly string[];
};

/** An asset to write: canonical content, the status the list gives it, and the list's name as its source. */
export type ImportEntry = {
  readonly type: AssetType;
  readonly content: string;
  readonly status: 'BLOCKED' | 'ALLOWED';
  readonly reason: string | null;
  readonly source: string;
};

/** What became of the written entries: assets that did not exist, assets whose status changed, assets that stood so already. */
export type WriteResult = { readonly created: number; readonly changed: number; readonly unchanged: number };

/**
 * Writes the entries of one import; `onProgress` is told how many are stored. A write that ends midway may leave a part; the same
 * import again completes it.
 */
export type ImportWriter = (
  entries: readonly ImportEntry[],
  onProgress: (stored: number) => void,
) => Promise<WriteResult>;

/** What a source listed before and does not list any more: the ids of the assets, among how many that it listed. */
export type LeftEntries = { readonly assetIds: readonly number[]; readonly listed: number };

/** What became of the entries that left a list; those that are not `lifted` stay as they are, by another list or by a person's word. */
export type LiftResult = { readonly left: number; readonly lifted: number };

/** Where an import is stored. */
export type ImportStore = {
  /** Those of the entries that would newly block a host of high reach, and why it is one. */
  readonly ofHighReach: (
    entries: readonly ImportEntry[],
  ) => Promise<ReadonlyMap<ImportEntry, 'many-visitors' | 'many-pages'>>;
  /** What the source listed and these entries do not have. */
  readonly leftBy: (entries: readonly ImportEntry[]) => Promise<LeftEntries>;
  /** What writing and lifting would change; changes nothing. */
  readonly preview: (entries: readonly ImportEntry[], left: LeftEntries) => Promise<WriteResult & LiftResult>;
  readonly write: ImportWriter;
  /** Takes what left the source off its list, and off the blocklist where nothing else blocks it. */
  readonly lift: (left: LeftEntries, onProgress: (done: number) => void) => Promise<LiftResult>;
};
