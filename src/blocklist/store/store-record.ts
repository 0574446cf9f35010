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

/** One version of the list: the arrays of its table, not rows or JSON. */
export type VersionRecord = Readonly<Omit<z.infer<typeof filedVersion>, 'wide' | 'table'>> & TableParts;

/**
 * A version as stored in the database. Its arrays are one file, the index before the entries: a browser serializes
 * values inline, which at a million entries takes as long as reading them.
 */
const filedVersion = z.object({
  ...facts,
  /** Milliseconds since epoch. */
  storedAt: z.number(),
  wide: z.boolean(),
  table: z.instanceof(Blob),
});
type FiledVersion = Readonly<z.infer<typeof filedVersion>>;

const SLOTS = { wide: 65_537, narrow: 4_097 } as const;

/** Converts a version to its stored form. */
export function filed({ index, low, ...facts }: VersionRecord): FiledVersion {
  const parts = [index, low] as readonly (Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>)[];
  return { ...facts, wide: low instanceof Uint16Array, table: new Blob([...parts]) };
}

/** Reads a version from the database; null if it is invalid, or its file is truncated or unreadable. */
export async function unfiled(value: unknown): Promise<VersionRecord | null> {
  const filed = filedVersion.safeParse(value).data;
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

/** The keys of the current version and the previous one. */
export const pointerRecord = z.object({ current: z.string(), previous: z.nullable(z.string()) });
