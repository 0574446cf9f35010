import { ListError } from '../codec/list-error.ts';
import { decodePrefixes } from '../codec/prefixes.ts';
import type { BundledVersion } from './bundled-version.ts';

/** The files of the list that the package carries, from its root. */
export const BUNDLED_FILES = { version: '/list/version.json', snapshot: '/list/snapshot.bin' } as const;

/** The files of the organization, which a package may carry beside them. */
export const BUNDLED_ORGANIZATION_FILES = { own: '/list/own.bin', official: '/list/official.bin' } as const;

/** What belongs to the list and a package may carry beside it: the additions since the snapshot, and the hot tier. */
export const BUNDLED_ADDITIONS = { recent: '/list/recent.bin', hot: '/list/hot.bin' } as const;

const PARTS = { ...BUNDLED_ADDITIONS, ...BUNDLED_ORGANIZATION_FILES };

/** The list that the package carries; a package may carry none. */
export class BundledList {
  readonly #resourceUrl: (path: string) => string;
  /** What the package says about its list; null where it carries none that can be used. */
  readonly version: () => Promise<BundledVersion | null>;

  /** @param resourceUrl turns a path from the package's root into an address, as `browser.runtime.getURL` does */
  constructor(resourceUrl: (path: string) => string, version: () => Promise<BundledVersion | null>) {
    this.#resourceUrl = resourceUrl;
    this.version = version;
  }

  /** A bundled file beside the snapshot. @throws TypeError where it is missing */
  async part(name: keyof typeof PARTS): Promise<Uint8Array> {
    const response = await fetch(this.#resourceUrl(PARTS[name]));
    return new Uint8Array(await response.arrayBuffer());
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
