import type { AssetType } from '../../../../asset/type.ts';
import { Refused } from '../../../database/refused.ts';
import type { SkipReason } from '../reason.ts';

export const IMPORT_FORMAT_NAMES = [
  'hosts',
  'adblock',
  'dnsmasq',
  'unbound',
  'rpz',
  'csv',
  'json',
  'ndjson',
  'yaml',
  'stix',
  'misp',
  'ofac',
  'eth-phishing-detect',
  'polkadot-phishing',
] as const;
/** A format of lists. */
export type ImportFormat = (typeof IMPORT_FORMAT_NAMES)[number];

/** What a list does with an entry. */
export type ListStatus = 'BLOCKED' | 'ALLOWED';

/** What a file says once: an entry with the reason that people read, or something that lists nothing, and why. */
export type RawEntry =
  | { readonly content: string; readonly status: ListStatus; readonly reason: string }
  | { readonly content: string; readonly skip: SkipReason };

/** What entries mean where their format does not say it: the action of the list, and the reason of a blocked one. */
export type Meaning = { readonly status: ListStatus; readonly reason: string };

const ALLOWED_REASON = 'On the allowlist of its source';

/** An entry with the action of its list, or with its own. */
export const entryOf = (content: string, { status, reason }: Meaning, own: ListStatus = status): RawEntry => ({
  content,
  status: own,
  reason: own === 'ALLOWED' ? ALLOWED_REASON : reason,
});

/** An asset to write: canonical content, the status the list gives it, and the list's name as its source. */
export type ImportEntry = {
  readonly type: AssetType;
  readonly content: string;
  readonly status: ListStatus;
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
  readonly status: ListStatus;
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
