import { requireIncreasing } from '../codec/entries.ts';

/** A set of 32-bit prefixes: a sorted array, searched in halves. Four bytes an entry. */
export class PrefixTable {
  readonly #sorted: Uint32Array;

  private constructor(sorted: Uint32Array) {
    this.#sorted = sorted;
  }

  /**
   * @param sorted strictly increasing prefixes, which nobody changes from then on
   * @throws ListError `order` if they are unsorted or repeat
   */
  static from(sorted: Uint32Array): PrefixTable {
    requireIncreasing(sorted);
    return new PrefixTable(sorted);
  }

  get size(): number {
    return this.#sorted.length;
  }

  /** Whether a prefix, a 32-bit number, is in the set. */
  has(prefix: number): boolean {
    const value = prefix >>> 0;
    return this.#sorted[this.#indexFrom(value)] === value;
  }

  /** The entries in `[from, to)` in increasing order; `to` may be 2^32. Not to be changed. */
  between(from: number, to: number): Uint32Array {
    return this.#sorted.subarray(this.#indexFrom(from), this.#indexFrom(to));
  }

  /** All entries in increasing order. Not to be changed. */
  prefixes(): Uint32Array {
    return this.#sorted;
  }

  #indexFrom(value: number): number {
    let from = 0;
    let to = this.#sorted.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#sorted[middle]! < value) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
