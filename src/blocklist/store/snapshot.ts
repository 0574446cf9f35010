import { digestAside, digestOfBytes } from '../codec/entries.ts';
import { ListError } from '../codec/list-error.ts';
import { HotTable } from '../table/hot-table.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import type { Seal } from '../trust/seal.ts';
import type { BundledVersion } from './bundled.ts';
import type { FileName } from './store.ts';
import type { HotRecord, RecentRecord, VersionRecord } from './store-record.ts';

/** A version of the list in memory, ready for lookup. Times are milliseconds since epoch. */
export type Snapshot = {
  readonly token: string;
  readonly algoVersion: string;
  readonly sha256: string;
  /** Base address of the service that published it; null if unknown. */
  readonly service: string | null;
  readonly origin: 'bundled' | 'service';
  /** When it was accepted, or when a bundled one was published. */
  readonly at: number;
  /** Null if it had no version and none was required. */
  readonly seal: Seal | null;
  readonly table: PrefixTable;
};

/** The additions since the snapshot, in memory. */
export type Recent = {
  readonly token: string;
  readonly algoVersion: string;
  readonly sha256: string;
  /** Base address of the service that published it; null if unknown. */
  readonly service: string | null;
  readonly seal: Seal | null;
  readonly table: PrefixTable;
};

/** The hot tier in memory: full hashes, whose hits need no confirmation. */
export type Hot = {
  readonly token: string;
  readonly algoVersion: string;
  readonly sha256: string;
  readonly service: string | null;
  /** When it was accepted. */
  readonly at: number;
  readonly seal: Seal | null;
  readonly table: HotTable;
};

/** Null if the stored arrays cannot form a table. */
export function snapshotOfRecord(record: VersionRecord): Snapshot | null {
  const { token, algoVersion, sha256, service, storedAt, seal, index, low } = record;
  const table = PrefixTable.restore({ index, low });
  return table && { token, algoVersion, sha256, service, origin: 'service', at: storedAt, seal, table };
}

export function snapshotOfBundle(version: BundledVersion, prefixes: Uint32Array): Snapshot {
  const { token, algoVersion, sha256, service = null, seal = null, publishedAt } = version;
  const table = PrefixTable.from(prefixes);
  return { token, algoVersion, sha256, service, origin: 'bundled', at: Date.parse(publishedAt), seal, table };
}

export const recordOfSnapshot = (snapshot: Snapshot): VersionRecord => ({
  token: snapshot.token,
  algoVersion: snapshot.algoVersion,
  sha256: snapshot.sha256,
  service: snapshot.service,
  storedAt: snapshot.at,
  seal: snapshot.seal,
  ...snapshot.table.parts,
});

/** Null if the stored additions cannot form a list. Their digest is checked later. */
export function recentOfRecord({ prefixes, ...facts }: RecentRecord): Recent | null {
  try {
    return { ...facts, table: PrefixTable.from(prefixes) };
  } catch (error) {
    if (error instanceof ListError) return null;
    throw error;
  }
}

export const recordOfRecent = (recent: Recent): RecentRecord => ({
  token: recent.token,
  algoVersion: recent.algoVersion,
  sha256: recent.sha256,
  service: recent.service,
  seal: recent.seal,
  prefixes: recent.table.prefixes(),
});

/** A damaged hash matches nothing real, so the digest is checked later. */
export const hotOfRecord = ({ storedAt, file, ...facts }: HotRecord): Hot => ({
  ...facts,
  at: storedAt,
  table: HotTable.restore(file),
});

const recordOfHot = ({ at, table, ...facts }: Hot): HotRecord => ({
  ...facts,
  storedAt: at,
  file: table.file,
});

/** The records of the given files; null for a file to delete. */
export const recordsOfFiles = (files: Readonly<Partial<Record<FileName, Hot | null>>>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file && recordOfHot(file)])) as Partial<
    Record<FileName, HotRecord | null>
  >;

/** Whether the entries match the digest, and lookup finds them. */
export async function isIntact({ table, sha256 }: Snapshot | Recent | Hot): Promise<boolean> {
  if (table instanceof HotTable) return (await digestOfBytes(table.file)) === sha256;
  return table.isIndexed && (await digestAside(table.prefixes())) === sha256;
}
