import { MAX_ENTRIES } from '../codec/entries.ts';
import { ListError } from '../codec/list-error.ts';
import { PrefixTable } from './prefix-table.ts';

/** The difference between two lists: indices of removed entries, and added prefixes. Both increase strictly. */
export type Changes = { readonly removals: Uint32Array; readonly additions: Uint32Array };

/**
 * Applies changes to a table without modifying it. Only the digest of the result proves that it is right, also if the
 * table is damaged. Linear time: about 15 ms at a million entries.
 * @param removedSum expected sum of the removed entries modulo 2^32, if known
 * @throws ListError `overflow`, `too-large`, `base` for another sum, `order` for an addition that already exists or for
 * detected damage
 */
export function changedTable(table: PrefixTable, { removals, additions }: Changes, removedSum?: number): PrefixTable {
  if (removals.length > 0 && removals.at(-1)! >= table.size)
    throw new ListError('overflow', 'The changes remove an entry past the end of the list');
  const count = table.size - removals.length + additions.length;
  if (count > MAX_ENTRIES) throw new ListError('too-large', 'The changed list is too large');
  const before = table.prefixes();
  const after = new Uint32Array(count);
  let [removed, added, sum] = [0, 0, 0];
  for (let place = 0; place < before.length; place++) {
    const entry = before[place]!;
    while (added < additions.length && additions[added]! < entry) {
      after[place - removed + added] = additions[added]!;
      added++;
    }
    if (removals[removed] === place) {
      sum = (sum + entry) >>> 0;
      removed++;
    } else after[place - removed + added] = entry;
  }
  after.set(additions.subarray(added), count - (additions.length - added));
  if (removedSum !== undefined && sum !== removedSum) throw new ListError('base', 'The changes belong to another list');
  return PrefixTable.from(after);
}
