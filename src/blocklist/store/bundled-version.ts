import * as z from 'zod/mini';

/** What the package says about a file that it carries. */
const bundledFile = z.object({
  token: z.string().check(z.minLength(1)),
  count: z.int().check(z.nonnegative()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /**
   * As the service numbered and signed it; the signature is null where the brand has no keys. Checked when the package was built; it
   * counts against older ones later on.
   */
  seal: z.optional(z.object({ version: z.int(), signature: z.nullable(z.string()) })),
});
export type BundledFile = z.infer<typeof bundledFile>;

/** What the package says about its list. */
export const bundledVersion = z.extend(bundledFile, {
  algoVersion: z.string(),
  /** ISO 8601 in UTC. */
  publishedAt: z.iso.datetime(),
  /** Base address of the service that published it, where known. */
  service: z.optional(z.string()),
  /** What was listed since the snapshot. */
  recent: z.optional(bundledFile),
  /** The hot tier. */
  hot: z.optional(bundledFile),
  /** The files of the organization of this build. */
  organization: z.optional(z.object({ own: z.nullable(bundledFile), official: z.nullable(bundledFile) })),
});
export type BundledVersion = z.infer<typeof bundledVersion>;
