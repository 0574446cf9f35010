import * as z from 'zod/mini';

const facts = {
  token: z.string(),
  algoVersion: z.string(),
  /** Over the sorted big-endian prefixes; computed when the list was accepted. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Base address of the service that published it; null if unknown. */
  service: z.nullable(z.string()),
  /** Null if it had no version; the signature is null if none was required. */
  seal: z.nullable(z.object({ version: z.int().check(z.nonnegative()), signature: z.nullable(z.string()) })),
  /** Milliseconds since epoch. */
  storedAt: z.number(),
};

/**
 * A snapshot as stored in the database. Its sorted prefixes are a file: a browser serializes values inline, which at a million
 * entries takes as long as reading them.
 */
const filedSnapshot = z.object({ ...facts, file: z.instanceof(Blob) });

/** Converts a snapshot to its stored form. */
export const filed = ({ prefixes, ...facts }: ListRecord): Readonly<z.infer<typeof filedSnapshot>> => ({
  ...facts,
  file: new Blob([prefixes as Uint32Array<ArrayBuffer>]),
});

/** Reads a snapshot from the database; null if it is invalid, or its file is truncated or unreadable. */
export async function unfiled(value: unknown): Promise<ListRecord | null> {
  const { data } = filedSnapshot.safeParse(value);
  const bytes = await data?.file.arrayBuffer().catch(() => null);
  if (!data || !bytes || bytes.byteLength % 4 !== 0) return null;
  const { file: _, ...facts } = data;
  return { ...facts, prefixes: new Uint32Array(bytes) };
}

/** The additions since the snapshot. */
export const recentRecord = z.object({
  ...facts,
  prefixes: z.custom<Uint32Array>((value) => value instanceof Uint32Array),
});
export type ListRecord = Readonly<z.infer<typeof recentRecord>>;

/** The hot tier; `file` as published. */
export const hotRecord = z.object({
  ...facts,
  file: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
export type HotRecord = Readonly<z.infer<typeof hotRecord>>;

/** What names a stored part. */
export const storedName = z.object({ token: facts.token, sha256: facts.sha256 });
