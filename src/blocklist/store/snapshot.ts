import { digestAside, digestOfBytes } from '../codec/entries.ts';
import { ListError } from '../codec/list-error.ts';
import { HotTable } from '../table/hot-table.ts';
import { PrefixTable } from '../table/prefix-table.ts';
import type { Sealed } from '../trust/seal.ts';
import type { FileName } from './store.ts';
import type { HotRecord, ListRecord } from './store-record.ts';

/** What is known about a list or file in memory. */
type Facts = Omit<Sealed, 'table'>;

/** A snapshot, or the additions since, in memory and ready for lookup. */
export type PrefixList = Facts & {
  readonly origin: 'bundled' | 'service';
  /** When it was accepted, or when a bundled one was published; ms since epoch. */
  readonly at: number;
  readonly table: PrefixTable;
};

/** The hot tier in memory: full hashes, whose hits need no confirmation. `at` is when it was accepted, ms since epoch. */
export type Hot = Facts & { readonly at: number; readonly table: HotTable };

/** Null if the stored prefixes cannot form a list. Their digest is checked later. */
export const listOfRecord = ({ storedAt, prefixes, ...facts }: ListRecord): PrefixList | null =>
  unlessDamaged(() => ({ ...facts, origin: 'service', at: storedAt, table: PrefixTable.from(prefixes) }));

export const recordOfList = ({ origin: _, at, table, ...facts }: PrefixList): ListRecord => ({
  ...facts,
  storedAt: at,
  prefixes: table.prefixes(),
});

/** Null if the stored file is damaged. Its digest is checked later: a damaged hash matches nothing real. */
export const hotOfRecord = ({ storedAt, file, ...facts }: HotRecord): Hot | null =>
  unlessDamaged(() => ({ ...facts, at: storedAt, table: new HotTable(file) }));

function unlessDamaged<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ListError) return null;
    throw error;
  }
}

const recordOfHot = ({ at, table, ...facts }: Hot): HotRecord => ({ ...facts, storedAt: at, file: table.file });

/** The records of the given files; null for a file to delete. */
export const recordsOfFiles = (files: Readonly<Partial<Record<FileName, Hot | null | undefined>>>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file && recordOfHot(file)])) as Partial<
    Record<FileName, HotRecord | null>
  >;

/** Whether the entries match the digest. */
export async function isIntact({ table, sha256 }: PrefixList | Hot): Promise<boolean> {
  if (table instanceof HotTable) return (await digestOfBytes(table.file)) === sha256;
  return (await digestAside(table.prefixes())) === sha256;
}
