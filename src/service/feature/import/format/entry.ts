import type { AssetType } from '../../../../asset/type.ts';
import { Refused } from '../../../database/refused.ts';

/** One line or element of a list as it was published. `kind` says what the list claims it is. */
export type RawEntry = {
  readonly content: string;
  readonly kind: 'host' | 'address';
  readonly status: 'BLOCKED' | 'ALLOWED';
  readonly reason: string;
};

/** The entries of a file before sorting. `notes` are sentences about parts that are not imported. */
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

/** The result of writing entries: new assets, assets with a changed status, and unchanged ones. */
export type WriteResult = { readonly created: number; readonly changed: number; readonly unchanged: number };

/**
 * Writes the entries of one import; `onProgress` gets the number of those stored. A write that ends midway may leave a part; the same
 * import again completes it.
 */
export type ImportWriter = (
  entries: readonly ImportEntry[],
  onProgress: (stored: number) => void,
) => Promise<WriteResult>;

/** What a source listed before and does not list any more: the ids of the assets, among how many that it listed. */
export type LeftEntries = { readonly assetIds: readonly number[]; readonly listed: number };

/** The result for entries that left a list; those not `lifted` stay blocked by another list or a person's decision. */
export type LiftResult = { readonly left: number; readonly lifted: number };

/** An entry that another list or a person decides otherwise than the list that is imported. */
export type Conflict = {
  readonly content: string;
  /** What the list that is imported says. */
  readonly status: 'BLOCKED' | 'ALLOWED';
  /** The lists that say otherwise; none where a person does. */
  readonly lists: readonly string[];
};

/** Where an import is stored. */
export type ImportStore = {
  /** The entries that would newly block a host of high reach, each with the reason. */
  readonly ofHighReach: (
    entries: readonly ImportEntry[],
  ) => Promise<ReadonlyMap<ImportEntry, 'many-visitors' | 'many-pages'>>;
  /** The entries to block that stay open all the same: by the decision of a person, or of another list that allows them. */
  readonly decidedOtherwise: (entries: readonly ImportEntry[]) => Promise<readonly ImportEntry[]>;
  /** The entries that another list or a person decides otherwise. */
  readonly conflicts: (entries: readonly ImportEntry[]) => Promise<readonly Conflict[]>;
  /** The entries that the source listed before and that are missing now. */
  readonly leftBy: (entries: readonly ImportEntry[]) => Promise<LeftEntries>;
  /** The result that writing and lifting would have. */
  readonly preview: (entries: readonly ImportEntry[], left: LeftEntries) => Promise<WriteResult & LiftResult>;
  readonly write: ImportWriter;
  /** Removes the entries that left the source, and lifts those that nothing else blocks. */
  readonly lift: (left: LeftEntries, onProgress: (done: number) => void) => Promise<LiftResult>;
};

/** An import that would lift so much that a person must confirm it. Nothing was written. */
export class ImportRefused extends Refused {
  override readonly name = 'ImportRefused';
}
