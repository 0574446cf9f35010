import { MAX_ENTRIES } from '../codec/entries.ts';
import { ListError } from '../codec/list-error.ts';
import { isWide, PrefixTable, partsOf, startsOf, type TableParts } from './prefix-table.ts';

/** Below this number of entries copying one by one is faster than a block copy. */
const SHORT = 64;

/** The difference between two lists: indices of removed entries, and added prefixes. Both increase strictly. */
export type Changes = { readonly removals: Uint32Array; readonly additions: Uint32Array };

/**
 * Applies changes to a table without modifying it. Only the digest of the result proves that it is right, also if the
 * table is damaged.
 * @param removedSum expected sum of the removed entries modulo 2^32, if known
 * @throws ListError `overflow`, `too-large`, `order` for an addition that already exists, `base` for another sum or for
 * detected damage
 */
export function changedTable(table: PrefixTable, changes: Changes, removedSum?: number): PrefixTable {
  const { removals, additions } = changes;
  if (removals.length > 0 && removals.at(-1)! >= table.size)
    throw new ListError('overflow', 'The changes remove an entry past the end of the list');
  const count = table.size - removals.length + additions.length;
  if (count > MAX_ENTRIES) throw new ListError('too-large', 'The changed list is too large');
  const wide = isWide(count);
  const base = wide === table.parts.low instanceof Uint16Array ? table.parts : partsOf(table.prefixes(), wide);
  return new PrefixTable(changedParts(base, changes, removedSum));
}

/**
 * The arrays of a changed table of the same width. No removal may be past the end. Damaged arrays do not take more time
 * and give either another list or the right list with its right index, so that a digest of the entries proves both:
 * lower halves are proven together with an index that never decreases, and for whole entries the index is rebuilt.
 * @param removedSum expected sum of the removed entries modulo 2^32, if known
 * @throws ListError `base` for another sum or a damaged index, `order` for an addition that already exists
 */
function changedParts(base: TableParts, changes: Changes, removedSum?: number): TableParts {
  const slots = slotsOf(base.index, changes.removals);
  if (removedSum !== undefined && sumOf(base.low, changes.removals, slots) !== removedSum)
    throw new ListError('base', 'The changes belong to another list');
  const index = changedIndex(base, slots, changes.additions);
  const low = changedLow(base, changes);
  return low instanceof Uint16Array ? { index, low } : { index: startsOf(low, false), low };
}

const shiftOf = (low: TableParts['low']): number => (low instanceof Uint16Array ? 16 : 20);

/**
 * Slots of entries at increasing positions. Terminates even for damaged arrays, because the last start is the count.
 */
function slotsOf(index: Uint32Array, places: Uint32Array): Uint16Array {
  const slots = new Uint16Array(places.length);
  let slot = 0;
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!;
    while (index[slot + 1]! <= place) slot++;
    slots[i] = slot;
  }
  return slots;
}

function sumOf(low: TableParts['low'], places: Uint32Array, slots: Uint16Array): number {
  const upper = low instanceof Uint16Array ? 0xffff_0000 : 0;
  let sum = 0;
  for (let i = 0; i < places.length; i++) sum = (sum + ((slots[i]! << 16) & upper) + low[places[i]!]!) | 0;
  return sum >>> 0;
}

/** Counts additions and removals in each slot, then shifts each start by the sum of those before it. */
function changedIndex({ index, low }: TableParts, removed: Uint16Array, additions: Uint32Array): Uint32Array {
  const changed = new Uint32Array(index.length);
  const shift = shiftOf(low);
  for (let i = 0; i < additions.length; i++) changed[(additions[i]! >>> shift) + 1]!++;
  for (let i = 0; i < removed.length; i++) changed[removed[i]! + 1]!--;
  let moved = 0;
  let before = 0;
  for (let slot = 0; slot < index.length; slot++) {
    // Starts are far below 2^31. A larger one is damage and becomes negative here.
    const start = index[slot]! | 0;
    if (start < before) throw new ListError('base', 'The list to be changed is damaged');
    before = start;
    moved = (moved + changed[slot]!) | 0;
    changed[slot] = start + moved;
  }
  return changed;
}

/** Copies the ranges between changes as blocks, so that the cost is that of the changes and of one copy. */
function changedLow({ index, low }: TableParts, { removals, additions }: Changes): TableParts['low'] {
  const count = low.length - removals.length + additions.length;
  const result = low instanceof Uint16Array ? new Uint16Array(count) : new Uint32Array(count);
  const shift = shiftOf(low);
  const mask = low instanceof Uint16Array ? 0xffff : 0xffff_ffff;
  let read = 0;
  let removed = 0;
  for (let added = 0; added < additions.length; added++) {
    const slot = additions[added]! >>> shift;
    const value = (additions[added]! & mask) >>> 0;
    const end = index[slot + 1]!;
    const place = lowerBound(low, value, index[slot]!, end);
    for (; removed < removals.length && removals[removed]! < place; removed++)
      read = copyTo(result, low, read, removals[removed]!, added - removed) + 1;
    read = copyTo(result, low, read, place, added - removed);
    if (place < end && low[place] === value && removals[removed] !== place)
      throw new ListError('order', 'The changes add an entry that the list already has');
    result[place + added - removed] = value;
  }
  for (; removed < removals.length; removed++)
    read = copyTo(result, low, read, removals[removed]!, additions.length - removed) + 1;
  copyTo(result, low, read, low.length, additions.length - removed);
  return result;
}

/**
 * Copies one range, shifted by the changes before it.
 * @returns its end
 */
function copyTo(result: TableParts['low'], low: TableParts['low'], from: number, end: number, moved: number): number {
  if (end - from < SHORT) for (let i = from; i < end; i++) result[i + moved] = low[i]!;
  else result.set(low.subarray(from, end), from + moved);
  return end;
}

/**
 * Index of the first entry in `[from, end)` that is not below `value`; `end` if there is none. Monotonic in `value`
 * even if the entries are unsorted, because each search halves the same ranges.
 */
function lowerBound(low: TableParts['low'], value: number, from: number, end: number): number {
  let first = from;
  let past = end;
  while (first < past) {
    const middle = (first + past) >>> 1;
    if (low[middle]! < value) first = middle + 1;
    else past = middle;
  }
  return first;
}
