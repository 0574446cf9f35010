import { digestAside, digestOfBytes } from '../codec/entries.ts';
import { HotTable } from '../table/hot-table.ts';
import type { PrefixTable } from '../table/prefix-table.ts';
import type { Sealed } from '../trust/seal.ts';

/** What is known about a list or file in memory. `at` is when it was accepted, or a bundled one was published; ms since epoch. */
type Facts = Omit<Sealed, 'table'> & { readonly at: number };

/** A snapshot, or the additions since, in memory and ready for lookup. */
export type PrefixList = Facts & { readonly origin: 'bundled' | 'service'; readonly table: PrefixTable };

/** The hot tier in memory: full hashes, whose hits need no confirmation. */
export type Hot = Facts & { readonly table: HotTable };

/** What a list consists of: prefixes, and files of full hashes (the hot tier, the organization's own list, what officially belongs to it). */
export type ListParts = Readonly<
  Record<'snapshot' | 'recent', PrefixList | null> & Record<'hot' | 'own' | 'official', Hot | null>
>;
export type FileName = 'hot' | 'own' | 'official';

/** The bytes of a list or file, as stored. */
export const bytesOf = ({ table }: PrefixList | Hot): Uint8Array | Uint32Array =>
  table instanceof HotTable ? table.file : table.prefixes();

/** Whether the entries match the digest. */
export async function isIntact({ table, sha256 }: PrefixList | Hot): Promise<boolean> {
  if (table instanceof HotTable) return (await digestOfBytes(table.file)) === sha256;
  return (await digestAside(table.prefixes())) === sha256;
}
