import * as z from 'zod/mini';
import type { TableParts } from '../table/prefix-table.ts';

const facts = {
  token: z.string(),
  algoVersion: z.string(),
  /** Over the sorted big-endian prefixes; taken when the list was accepted. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Base address of the service that published it; null where that is not known. */
  service: z.nullable(z.string()),
  /** Null where it came without a version, its signature where none was required. */
  seal: z.nullable(z.object({ version: z.int().check(z.nonnegative()), signature: z.nullable(z.string()) })),
};

/** One version of the list: the arrays of its table, never rows or JSON. */
export type VersionRecord = Readonly<Omit<z.infer<typeof filedVersion>, 'wide' | 'table'>> & TableParts;

/**
 * A version as it lies in the database. The arrays are one file there, the index before the entries: a browser packs and
 * unpacks what lies inside a value, which at a million entries takes as long as reading it.
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

/** A version as it is put into the database. */
export function filed({ index, low, ...facts }: VersionRecord): FiledVersion {
  const parts = [index, low] as readonly (Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>)[];
  return { ...facts, wide: low instanceof Uint16Array, table: new Blob([...parts]) };
}

/** A version that came from the database; null where it is not one, or its file is cut or cannot be read. */
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

/** The hot tier; `file` as it was published. */
export const hotRecord = z.object({
  ...facts,
  storedAt: z.number(),
  file: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type HotRecord = Readonly<z.infer<typeof hotRecord>>;

/** Which version is served, and which one was before it. Values are keys of versions. */
export const pointerRecord = z.object({ current: z.string(), previous: z.nullable(z.string()) });
