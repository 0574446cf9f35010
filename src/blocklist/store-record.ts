import * as z from 'zod/mini';

const words = z.lazy(() => z.custom<Uint32Array>((value) => value instanceof Uint32Array));
const halves = z.lazy(() => z.custom<Uint16Array>((value) => value instanceof Uint16Array));
const bytes = z.lazy(() => z.custom<Uint8Array>((value) => value instanceof Uint8Array));
const sha256 = z.lazy(() => z.string().check(z.regex(/^[0-9a-f]{64}$/)));

/** Lists of before there were signatures have none. */
const seal = z.lazy(() => z._default(z.nullable(z.object({ version: z.int(), signature: z.string() })), null));

/** One version of the list as it lies in the database: the arrays of its table, never rows or JSON. */
export const versionRecord = z.lazy(() =>
  z.object({
    token: z.string(),
    algoVersion: z.string(),
    /** Over the sorted big-endian prefixes; taken when the list was accepted. */
    sha256,
    /** Base address of the service that published it; null where that is not known. */
    service: z.nullable(z.string()),
    /** Milliseconds since epoch. */
    storedAt: z.number(),
    seal,
    index: words,
    low: z.union([halves, words]),
  }),
);
export type VersionRecord = z.infer<typeof versionRecord>;

/** The additions since the snapshot. */
export const recentRecord = z.lazy(() =>
  z.object({
    token: z.string(),
    algoVersion: z.string(),
    sha256,
    service: z._default(z.nullable(z.string()), null),
    seal,
    prefixes: words,
  }),
);
export type RecentRecord = z.infer<typeof recentRecord>;

/** The hot tier. */
export const hotRecord = z.lazy(() =>
  z.object({
    token: z.string(),
    algoVersion: z.string(),
    sha256,
    service: z.nullable(z.string()),
    storedAt: z.number(),
    seal,
    /** As it was published. */
    file: bytes,
  }),
);
export type HotRecord = z.infer<typeof hotRecord>;

/** Which version is served, and which one was before it. Values are keys of versions. */
export const pointerRecord = z.lazy(() => z.object({ current: z.string(), previous: z.nullable(z.string()) }));
