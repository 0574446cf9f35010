import { HASH_BYTES, type HotWords, indexOfHash } from './hot-entry.ts';
import { decodeHot, type HotContent } from './hot-file.ts';

/** A hot tier for lookup. Asked only behind a hit of the prefix table. */
export class HotTable {
  /** The file as it was published. */
  readonly file: Uint8Array;
  readonly #content: HotContent;

  /** @throws ListError as `decodeHot` does */
  constructor(file: Uint8Array) {
    this.file = file;
    this.#content = decodeHot(file);
  }

  get size(): number {
    return this.#content.hashes.length / HASH_BYTES;
  }

  /** What is known about a full hash of 32 bytes; null where it is not an entry. */
  find(hash: Uint8Array): { readonly words: HotWords | undefined } | null {
    const { hashes, numbers, words } = this.#content;
    const index = indexOfHash(hashes, hash);
    return index < 0 ? null : { words: words[numbers[index]! - 1] };
  }
}
