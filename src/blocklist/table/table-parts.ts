/** From this many entries on the index over 16 bits costs less than two more bytes an entry. */
const WIDE_FROM = 30_000;
const NARROW_BITS = 12;
const WIDE_BITS = 16;

/**
 * The arrays of a table, as they are stored. `index[b]` is where the entries begin whose upper bits are `b`; it has one
 * more slot, which is the count. `low` holds the lower 16 bits of each entry where the index covers the upper 16 (65,537
 * slots), and whole entries where it covers the upper 12 (4,097 slots).
 */
export type TableParts = { readonly index: Uint32Array; readonly low: Uint16Array | Uint32Array };

/** Whether the index of a table of so many entries covers 16 bits. */
export const isWide = (count: number): boolean => count >= WIDE_FROM;

/** Lays entries out. Whether they increase is for the caller to know. */
export const partsOf = (sorted: Uint32Array, wide: boolean): TableParts => ({
  index: startsOf(sorted, wide),
  low: wide ? Uint16Array.from(sorted) : sorted.slice(),
});

/** The index of entries. */
export function startsOf(sorted: Uint32Array, wide: boolean): Uint32Array {
  const bits = wide ? WIDE_BITS : NARROW_BITS;
  const slots = 2 ** bits;
  const index = new Uint32Array(slots + 1);
  const shift = 32 - bits;
  for (let i = 0; i < sorted.length; i++) index[(sorted[i]! >>> shift) + 1]!++;
  for (let slot = 1; slot <= slots; slot++) index[slot]! += index[slot - 1]!;
  return index;
}
