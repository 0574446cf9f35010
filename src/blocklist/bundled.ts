import * as z from 'zod/mini';
import { ListError } from './list-error.ts';
import { decodePrefixes } from './prefixes.ts';

/** The files of the list that the package carries, from its root. */
export const BUNDLED_FILES = { version: '/list/version.json', snapshot: '/list/snapshot.bin' } as const;

/** What the package says about its list. */
export const bundledVersion = z.lazy(() =>
  z.object({
    algoVersion: z.string(),
    token: z.string().check(z.minLength(1)),
    count: z.int().check(z.nonnegative()),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    /** ISO 8601 in UTC. */
    publishedAt: z.iso.datetime(),
    /** Base address of the service that published it, where known. */
    service: z.optional(z.string()),
    /** As the service signed it. Checked when the package was built; it counts against older lists later on. */
    seal: z.optional(z.object({ version: z.int(), signature: z.string() })),
  }),
);
export type BundledVersion = z.infer<typeof bundledVersion>;

/** The list that the package carries; a package may carry none. */
export class BundledList {
  readonly #resourceUrl: (path: string) => string;
  readonly #known: BundledVersion | null | undefined;

  /**
   * @param resourceUrl turns a path from the package's root into an address, as `browser.runtime.getURL` does
   * @param known what the package says about its list, null for none; where it is left out, the package is asked
   */
  constructor(resourceUrl: (path: string) => string, known?: BundledVersion | null) {
    this.#resourceUrl = resourceUrl;
    this.#known = known;
  }

  /** What the package says about its list; null where it carries none that can be used. */
  async version(): Promise<BundledVersion | null> {
    if (this.#known !== undefined) return this.#known;
    try {
      const response = await fetch(this.#resourceUrl(BUNDLED_FILES.version));
      return response.ok ? (bundledVersion.safeParse(await response.json()).data ?? null) : null;
    } catch {
      // A package without a list answers so: the fetch of a file that is not there fails.
      return null;
    }
  }

  /**
   * The prefixes of the bundled list.
   * @throws ListError where they are not what `version` says; TypeError where the file is missing
   */
  async prefixes(version: BundledVersion): Promise<Uint32Array> {
    const response = await fetch(this.#resourceUrl(BUNDLED_FILES.snapshot));
    const prefixes = decodePrefixes(new Uint8Array(await response.arrayBuffer()));
    if (prefixes.length !== version.count)
      throw new ListError('count', 'The bundled list does not hold as many entries as it says');
    return prefixes;
  }
}
