import * as z from 'zod/mini';

const bundledFile = z.object({
  token: z.string().check(z.minLength(1)),
  count: z.int().check(z.nonnegative()),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** The service's version and signature (null without keys), verified by the build; later lists must be newer. */
  seal: z.optional(z.object({ version: z.int(), signature: z.nullable(z.string()) })),
});
export type BundledFile = z.infer<typeof bundledFile>;

/** The package's description of its list. */
export const bundledVersion = z.extend(bundledFile, {
  algoVersion: z.string(),
  /** ISO 8601 in UTC. */
  publishedAt: z.iso.datetime(),
  /** Base address of the service that published it, if known. */
  service: z.optional(z.string()),
  /** The additions since the snapshot. */
  recent: z.optional(bundledFile),
  /** The hot tier. */
  hot: z.optional(bundledFile),
  /** The files of the organization of this build. */
  organization: z.optional(z.object({ own: z.nullable(bundledFile), official: z.nullable(bundledFile) })),
});
export type BundledVersion = z.infer<typeof bundledVersion>;

/** Paths of the list files in the package, from its root. A package may lack the last four. */
export const BUNDLED_FILES = {
  version: '/list/version.json',
  snapshot: '/list/snapshot.bin',
  recent: '/list/recent.bin',
  hot: '/list/hot.bin',
  own: '/list/own.bin',
  official: '/list/official.bin',
} as const;

/** The list that the package carries; a package may carry none. */
export class BundledList {
  readonly #resourceUrl: (path: string) => string;
  /** The package's description of its list; null if it carries no usable list. */
  readonly version: BundledVersion | null;

  /** @param resourceUrl turns a path from the package's root into a URL, as `browser.runtime.getURL` does */
  constructor(resourceUrl: (path: string) => string, version: BundledVersion | null) {
    this.#resourceUrl = resourceUrl;
    this.version = version;
  }

  /** The content of a file. @throws TypeError if it is missing */
  async file(name: keyof typeof BUNDLED_FILES): Promise<Uint8Array> {
    const response = await fetch(this.#resourceUrl(BUNDLED_FILES[name]));
    return new Uint8Array(await response.arrayBuffer());
  }
}
