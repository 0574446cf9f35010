import { decodeHot, HASH_BYTES, type HotContent, type HotWords, indexOfHash } from '../codec/hot-file.ts';
import { ListError } from '../codec/list-error.ts';

const NOTHING: HotContent = { hashes: new Uint8Array(), numbers: new Uint8Array(), words: [] };

/** A hot tier for lookup. Asked only behind a hit of the prefix table. */
export class HotTable {
  /** The file as it was published. */
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

  /** Takes a file that was read before, and looks into it when it is first asked. A damaged one finds nothing. */
  static restore(file: Uint8Array): HotTable {
    return new HotTable(file);
  }

  get size(): number {
    return this.#read().hashes.length / HASH_BYTES;
  }

  /** The prefixes of its entries, sorted; two may be the same. */
  prefixes(): Uint32Array {
    const { hashes } = this.#read();
    const view = new DataView(hashes.buffer, hashes.byteOffset, hashes.byteLength);
    return Uint32Array.from({ length: this.size }, (_, index) => view.getUint32(index * HASH_BYTES));
  }

  /** What is known about a full hash of 32 bytes; null where it is not an entry. */
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
