import { decodeHot, HASH_BYTES, type HotContent, type HotWords, indexOfHash } from '../codec/hot-file.ts';
import { ListError } from '../codec/list-error.ts';

const NOTHING: HotContent = { hashes: new Uint8Array(), numbers: new Uint8Array(), words: [] };

/** A hot tier for lookup, used only after a hit in the prefix table. */
export class HotTable {
  /** The published file. */
  readonly file: Uint8Array;
  #content: HotContent | null = null;

  private constructor(file: Uint8Array) {
    this.file = file;
  }

  /** @throws ListError as `decodeHot` does */
  static read(file: Uint8Array): HotTable {
    const table = new HotTable(file);
    table.#content = decodeHot(file);
    return table;
  }

  /** Uses a file from storage without reading it until the first lookup. A damaged file finds nothing. */
  static restore(file: Uint8Array): HotTable {
    return new HotTable(file);
  }

  get size(): number {
    return this.#read().hashes.length / HASH_BYTES;
  }

  /** The prefixes of its entries, sorted, possibly with repeats. */
  prefixes(): Uint32Array {
    const { hashes } = this.#read();
    const view = new DataView(hashes.buffer, hashes.byteOffset, hashes.byteLength);
    return Uint32Array.from({ length: this.size }, (_, index) => view.getUint32(index * HASH_BYTES));
  }

  /** Details of a full hash of 32 bytes; null if it is not an entry. */
  find(hash: Uint8Array): { readonly words: HotWords | undefined } | null {
    const { hashes, numbers, words } = this.#read();
    const index = indexOfHash(hashes, hash);
    return index < 0 ? null : { words: words[numbers[index]! - 1] };
  }

  #read(): HotContent {
    if (this.#content) return this.#content;
    try {
      this.#content = decodeHot(this.file);
    } catch (error) {
      if (!(error instanceof ListError)) throw error;
      this.#content = NOTHING;
    }
    return this.#content;
  }
}
