import { changesBetween } from '../../../src/blocklist/codec/changes.ts';
import { ListError } from '../../../src/blocklist/codec/list-error.ts';
import { PrefixTable, type TableParts } from '../../../src/blocklist/table/prefix-table.ts';
import type { Changes } from '../../../src/blocklist/table/table-changes.ts';
import { changedTable } from '../../../src/blocklist/table/table-changes.ts';
import { randomPrefixes, uint32Source } from '../../fixtures/blocklist/random.ts';

/** A table as it is stored, changes to it, and the list that they lead to. */
type Case = { readonly parts: TableParts; readonly changes: Changes; readonly truth: Uint32Array };

/** How many of the damaged tables were refused, led to another list, which its digest shows, or to the right one. */
export type TableFuzz = { refused: number; differing: number; right: number };

/** Narrow, wide, and over the width both ways; the crowded ones have all changes in a few slots. */
const CASES: readonly Case[] = [
  spread(400, 20, 30),
  spread(30_050, 60, 90),
  spread(29_995, 5, 15),
  spread(30_005, 15, 5),
  crowded(300, 40),
  crowded(30_400, 200),
];

function spread(size: number, removed: number, added: number): Case {
  const from = randomPrefixes(size, size);
  return caseOf(from, [...from.subarray(removed), ...randomPrefixes(added, 8)]);
}

function crowded(size: number, removed: number): Case {
  const from = Uint32Array.from({ length: size }, (_, i) => 0xabcd_0000 + i * 3);
  return caseOf(from, [...from.subarray(removed), ...from.subarray(0, removed).map((entry) => entry + 1)]);
}

function caseOf(from: Uint32Array, to: readonly number[]): Case {
  const truth = Uint32Array.from(new Set(to)).sort();
  return { parts: PrefixTable.from(from).parts, changes: changesBetween(from, truth), truth };
}

/**
 * Changes tables whose stored arrays are damaged, also where only the damage is removed.
 * @throws Error for a crash other than a refusal, or the right entries in a table that does not find them
 */
export function fuzzTables(rounds: number, seed: number): TableFuzz {
  const next = uint32Source(seed);
  const found: TableFuzz = { refused: 0, differing: 0, right: 0 };
  for (let round = 0; round < rounds; round++) {
    const { parts, changes, truth } = CASES[round % CASES.length]!;
    const table = PrefixTable.restore(damaged(parts, changes, next));
    try {
      if (!table) throw new ListError('base', 'The ends of the index are damaged');
      const changed = changedTable(table, changes);
      if (!isSame(changed.prefixes(), truth)) found.differing++;
      else if (!isSame(changed.parts.index, PrefixTable.from(truth).parts.index))
        throw new Error('The digest is right, and lookup is not');
      else found.right++;
    } catch (error) {
      if (!(error instanceof ListError)) throw new Error(`Round ${round} of seed ${seed}`, { cause: error });
      found.refused++;
    }
  }
  return found;
}

/** A copy with a few slots or entries bent: anywhere, by little or much, and often among the entries that are removed. */
function damaged({ index, low }: TableParts, { removals }: Changes, next: () => number): TableParts {
  const copy = { index: index.slice(), low: low.slice() };
  const edits = 1 + (next() % 3);
  const kind = next() % 4;
  for (let edit = 0; edit < edits; edit++) {
    if (kind === 0) copy.low[removals[next() % removals.length]!] = next();
    else if (kind === 1) copy.low[next() % low.length] = next();
    else bend(copy.index, kind === 2 && next() & 1 ? next() : null, next);
  }
  return copy;
}

/** Sets a slot, mostly not one of the ends, to a value, or else moves it by one. */
function bend(index: Uint32Array, value: number | null, next: () => number): void {
  const slot = next() % 50 === 0 ? next() % index.length : 1 + (next() % (index.length - 2));
  index[slot] = value ?? index[slot]! + (next() & 1 ? 1 : -1);
}

function isSame(one: Uint32Array, other: Uint32Array): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}
