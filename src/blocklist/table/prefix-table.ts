import { requireIncreasing } from '../codec/entries.ts';

/** From this number of entries on, an index over 16 bits is smaller than two more bytes an entry. */
const WIDE_FROM = 30_000;
const NARROW_BITS = 12;
const WIDE_BITS = 16;

/**
 * The arrays of a table, as they are stored. `index[b]` is the position of the first entry with the upper bits `b`; one
 * more slot holds the count. `low` holds the lower 16 bits of each entry if the index covers the upper 16 (65,537
 * slots), and whole entries if it covers the upper 12 (4,097 slots).
 */
export type TableParts = { readonly index: Uint32Array; readonly low: Uint16Array | Uint32Array };

/** Builds the index. */
function startsOf(sorted: Uint32Array, wide: boolean): Uint32Array {
  const bits = wide ? WIDE_BITS : NARROW_BITS;
  const slots = 2 ** bits;
  const index = new Uint32Array(slots + 1);
  const shift = 32 - bits;
  for (let i = 0; i < sorted.length; i++) index[(sorted[i]! >>> shift) + 1]!++;
  for (let slot = 1; slot <= slots; slot++) index[slot]! += index[slot - 1]!;
  return index;
}

/**
 * A set of 32-bit prefixes: an index over the upper bits, then a short binary search. About 2.3 bytes an entry at a
 * million.
 */
export class PrefixTable {
  readonly size: number;
  readonly parts: TableParts;
  readonly #index: Uint32Array;
  readonly #halves: Uint16Array | null;
  readonly #whole: Uint32Array;

  /** @param parts valid arrays */
  constructor(parts: TableParts) {
    this.parts = parts;
    this.size = parts.low.length;
    this.#index = parts.index;
    this.#halves = parts.low instanceof Uint16Array ? parts.low : null;
    this.#whole = parts.low instanceof Uint32Array ? parts.low : new Uint32Array();
  }

  /**
   * @param sorted strictly increasing prefixes
   * @throws ListError `order` if they are unsorted or repeat
   */
  static from(sorted: Uint32Array): PrefixTable {
    requireIncreasing(sorted);
    const wide = sorted.length >= WIDE_FROM;
    return new PrefixTable({ index: startsOf(sorted, wide), low: wide ? new Uint16Array(sorted) : sorted.slice() });
  }

  /**
   * Restores a table from stored arrays; null if their sizes are invalid. The contents are checked later (see
   * `isIndexed`), because a cold start would wait for it; until then damage only causes wrong answers.
   */
  static restore(parts: TableParts): PrefixTable | null {
    const { index, low } = parts;
    if (index.length !== (low instanceof Uint16Array ? 65_537 : 4_097)) return null;
    return index[0] === 0 && index.at(-1) === low.length ? new PrefixTable(parts) : null;
  }

  /** Memory use in bytes. */
  get byteLength(): number {
    return this.parts.index.byteLength + this.parts.low.byteLength;
  }

  /** Whether the index matches the entries, so that `has` finds each of them. Linear time. */
  get isIndexed(): boolean {
    const index = this.#index;
    return startsOf(this.prefixes(), this.#halves !== null).every((start, slot) => start === index[slot]);
  }

  /** Whether a prefix, an unsigned 32-bit number, is in the set. */
  has(prefix: number): boolean {
    const halves = this.#halves;
    return halves === null
      ? includes(this.#whole, this.#index, prefix >>> 20, prefix >>> 0)
      : includes(halves, this.#index, prefix >>> 16, prefix & 0xffff);
  }

  /** The entries in `[from, to)` in increasing order; `to` may be 2^32. */
  between(from: number, to: number): number[] {
    const halves = this.#halves;
    const bits = halves === null ? 20 : 16;
    const found: number[] = [];
    for (let upper = Math.floor(from / 2 ** bits); upper < to / 2 ** bits; upper++) {
      const end = Math.min(this.#index[upper + 1]!, this.size);
      for (let i = this.#index[upper]!; i < end; i++) {
        const prefix = halves === null ? this.#whole[i]! : upper * 2 ** bits + halves[i]!;
        if (prefix >= from && prefix < to) found.push(prefix);
      }
    }
    return found;
  }

  /** All entries in increasing order, in a new array. Linear time, even if the arrays are damaged. */
  prefixes(): Uint32Array {
    const halves = this.#halves;
    if (halves === null) return this.#whole.slice();
    const all = new Uint32Array(this.size);
    let i = 0;
    for (let upper = 0; upper < 65_536; upper++) {
      const end = Math.min(this.#index[upper + 1]!, this.size);
      for (; i < end; i++) all[i] = ((upper << 16) | halves[i]!) >>> 0;
    }
    return all;
  }
}

function includes(low: Uint16Array | Uint32Array, index: Uint32Array, upper: number, value: number): boolean {
  let from = index[upper]!;
  let to = index[upper + 1]!;
  while (from < to) {
    const middle = from + ((to - from) >>> 1);
    if (low[middle]! < value) from = middle + 1;
    else to = middle;
  }
  return from < index[upper + 1]! && low[from] === value;
}
