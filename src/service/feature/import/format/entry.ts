import type { AssetType } from '../../../../asset/type.ts';
import { Refused } from '../../../database/refused.ts';
import type { sources } from '../../../database/schema/import.ts';
import type { SkipReason } from '../reason.ts';

export const IMPORT_FORMAT_NAMES = [
  'hosts',
  'adblock',
  'dnsmasq',
  'unbound',
  'rpz',
  'rule-set',
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
export type ImportFormat = (typeof IMPORT_FORMAT_NAMES)[number];

export type ListStatus = 'BLOCKED' | 'ALLOWED';

/** What a file says once: an entry with the reason that people read, or something that lists nothing, and why. */
export type RawEntry =
  | { readonly content: string; readonly status: ListStatus; readonly reason: string }
  | { readonly content: string; readonly skip: SkipReason };

/** What entries mean where their format does not say it; those less sure than `minConfidence` percent are left out. */
export type Meaning = { readonly status: ListStatus; readonly reason: string; readonly minConfidence?: number };

/** Whether a list is sure enough of an entry, in percent; also where it does not say how sure. */
export const isSureEnough = (confidence: unknown, { minConfidence = 0 }: Meaning): boolean =>
  !/^\d/.test(String(confidence)) || Number.parseFloat(String(confidence)) >= minConfidence;

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

/** The entries of a source whose time has come, by the ids of their assets. */
export type LeavingEntries = {
  /** Those that the list has dropped now. */
  readonly dropped: readonly number[];
  /** Those whose grace after that is over. */
  readonly overdue: readonly number[];
  /** Those that got older than the source allows. */
  readonly expired: readonly number[];
  /** How many the source listed before. */
  readonly listed: number;
};

/**
 * What became of them: those that `left` and those that `expired`, how many of both were `lifted` (the others stay blocked by another list or
 * a person's decision), and how many are `waiting` within their grace.
 */
export type LiftResult = {
  readonly left: number;
  readonly expired: number;
  readonly lifted: number;
  readonly waiting: number;
};

/** What a person decided about the entries of a source. */
export type SourcePolicy = Pick<
  typeof sources.$inferSelect,
  'takesAllowed' | 'graceDays' | 'expireDays' | 'minConfidence'
>;

/** An import that would lift so much that a person must confirm it. Nothing was written. */
export class ImportRefused extends Refused {
  override readonly name = 'ImportRefused';
}
