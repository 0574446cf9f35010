import { PrefixTable } from '../../../src/blocklist/codec/artifact.ts';
import { randomPrefixes, uint32Source } from '../../fixtures/blocklist/random.ts';

const SIZES = [0, 1, 2, 29_999, 30_000, 100_000, 1_000_000];

/**
 * Asks tables of several sizes and a Set of the same entries the same questions: random ones, entries, their neighbours
 * and the edges of the index.
 * @returns how many of the answers were yes
 * @throws Error for the first answer that differs
 */
export function compareProbes(probes: number, seed: number): number {
  const next = uint32Source(seed);
  let hits = 0;
  for (const size of SIZES) {
    const entries = randomPrefixes(size, seed + size);
    const table = PrefixTable.from(entries);
    const truth = new Set(entries);
    for (let n = 0; n < Math.ceil(probes / SIZES.length); n++) {
      const probe = probeOf(n, entries, next);
      const listed = truth.has(probe);
      if (table.has(probe) !== listed)
        throw new Error(`${probe} among ${size} entries of seed ${seed}: the table says ${!listed}`);
      if (listed) hits++;
    }
  }
  return hits;
}

function probeOf(n: number, entries: Uint32Array, next: () => number): number {
  const kind = n % 4;
  if (kind === 0 || entries.length === 0) return next();
  const entry = entries[next() % entries.length]!;
  if (kind === 1) return entry;
  if (kind === 2) return (entry + (next() & 1 ? 1 : -1)) >>> 0;
  return ((next() << 16) | (next() & 1 ? 0xffff : 0)) >>> 0;
}
