import { ListError } from './list-error.ts';

/** Most entries of one list: 64 MiB of prefixes in memory. */
export const MAX_ENTRIES = 2 ** 24;

/** @throws ListError `order` unless every value is larger than the one before */
export function requireIncreasing(values: Uint32Array): void {
  for (let i = 1; i < values.length; i++) {
    if (values[i]! <= values[i - 1]!)
      throw new ListError('order', `Entry ${i} is not larger than the one before: sort the entries, drop duplicates`);
  }
}
