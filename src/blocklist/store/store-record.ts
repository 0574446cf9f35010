import * as z from 'zod/mini';
import type { TableParts } from '../table/prefix-table.ts';

const facts = {
  token: z.string(),
  algoVersion: z.string(),
  /** Over the sorted big-endian prefixes; computed when the list was accepted. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Base address of the service that published it; null if unknown. */
  service: z.nullable(z.string()),
  /** Null if it had no version; the signature is null if none was required. */
  seal: z.nullable(z.object({ version: z.int().check(z.nonnegative()), signature: z.nullable(z.string()) })),
};

/** A snapshot of the list: the arrays of its table, not rows or JSON. */
export type SnapshotRecord = Readonly<Omit<z.infer<typeof filedSnapshot>, 'wide' | 'table'>> & TableParts;

/**
 * A snapshot as stored in the database. Its arrays are one file, the index before the entries: a browser serializes
 * values inline, which at a million entries takes as long as reading them.
 */
const filedSnapshot = z.object({
  ...facts,
  /** Milliseconds since epoch. */
  storedAt: z.number(),
  wide: z.boolean(),
  table: z.instanceof(Blob),
});
type FiledSnapshot = Readonly<z.infer<typeof filedSnapshot>>;

const SLOTS = { wide: 65_537, narrow: 4_097 } as const;

/** Converts a snapshot to its stored form. */
export function filed({ index, low, ...facts }: SnapshotRecord): FiledSnapshot {
  const parts = [index, low] as readonly (Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>)[];
  return { ...facts, wide: low instanceof Uint16Array, table: new Blob([...parts]) };
}

/** Reads a snapshot from the database; null if it is invalid, or its file is truncated or unreadable. */
export async function unfiled(value: unknown): Promise<SnapshotRecord | null> {
  const filed = filedSnapshot.safeParse(value).data;
  if (!filed) return null;
  const { table, wide, ...facts } = filed;
  const bytes = await table.arrayBuffer().catch(() => new ArrayBuffer());
  const indexBytes = SLOTS[wide ? 'wide' : 'narrow'] * 4;
  const width = wide ? 2 : 4;
  if (bytes.byteLength < indexBytes || (bytes.byteLength - indexBytes) % width !== 0) return null;
  const index = new Uint32Array(bytes, 0, indexBytes / 4);
  const low = wide ? new Uint16Array(bytes, indexBytes) : new Uint32Array(bytes, indexBytes);
  return { ...facts, index, low };
}

/** The additions since the snapshot. */
export const recentRecord = z.object({
  ...facts,
  prefixes: z.custom<Uint32Array>((value) => value instanceof Uint32Array),
});
export type RecentRecord = Readonly<z.infer<typeof recentRecord>>;

/** The hot tier; `file` as published. */
export const hotRecord = z.object({
  ...facts,
  storedAt: z.number(),
  file: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type HotRecord = Readonly<z.infer<typeof hotRecord>>;

/** What names a stored part. */
export const storedName = z.object({ token: facts.token, sha256: facts.sha256 });
