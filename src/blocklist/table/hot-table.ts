import { decodeHot, HASH_BYTES, type HotContent, type HotWords, indexOfHash } from '../codec/hot-file.ts';

/** A hot tier for lookup, used only after a hit in the prefix table. */
export class HotTable {
  /** The published file. */
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

  /** The prefixes of its entries, sorted, possibly with repeats. */
  prefixes(): Uint32Array {
    const { hashes } = this.#content;
    const view = new DataView(hashes.buffer, hashes.byteOffset, hashes.byteLength);
    return Uint32Array.from({ length: this.size }, (_, index) => view.getUint32(index * HASH_BYTES));
  }

  /** Details of a full hash of 32 bytes; null if it is not an entry. */
  find(hash: Uint8Array): { readonly words: HotWords | undefined } | null {
    const { hashes, numbers, words } = this.#content;
    const index = indexOfHash(hashes, hash);
    return index < 0 ? null : { words: words[numbers[index]! - 1] };
  }
}
