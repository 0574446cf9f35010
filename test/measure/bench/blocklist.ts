import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import {
  applyChanges,
  decodePrefixes,
  digestOf,
  encodeChanges,
  encodePrefixes,
  PrefixTable,
} from '../../../src/blocklist/codec/artifact.ts';
import { randomPrefixes, uint32Source } from '../../fixtures/blocklist/random.ts';
import { median, medianMs, mediansMs, type Row } from './row.ts';

const SIZES = [100_000, 1_000_000] as const;
const PROBES = 1_000_000;
const RUNS = 7;

/** Lookup, memory, load, wire and update of the list at 100,000 and a million entries, beside the usual ways. */
export async function blocklistRows(): Promise<Row[]> {
  return SIZES.flatMap((size) => {
    const sorted = randomPrefixes(size, size);
    const label = size.toLocaleString('en');
    const group = (name: string) => `${name}, ${label} entries`;
    return [
      ...lookupRows(group('Lookup'), sorted),
      ...memoryRows(group('Memory'), sorted),
      ...loadRows(group('Load'), sorted),
      ...wireRows(group('Wire'), sorted),
      ...updateRows(group('Update'), sorted),
    ];
  });
}

const hexOf = (prefix: number): string => prefix.toString(16).padStart(8, '0');

/** One probe in sixteen is listed. */
function lookupRows(group: string, sorted: Uint32Array): Row[] {
  const next = uint32Source(5);
  const probes = Uint32Array.from({ length: PROBES }, (_, i) => (i % 16 ? next() : sorted[next() % sorted.length]!));
  const hexProbes = Array.from(probes, hexOf);
  const table = PrefixTable.from(sorted);
  const hexSet = new Set(Array.from(sorted, hexOf));
  const numberSet = new Set(sorted);
  const ways: Record<string, () => number> = {
    'prefix table': () => {
      let hits = 0;
      for (let i = 0; i < PROBES; i++) if (table.has(probes[i]!)) hits++;
      return hits;
    },
    'Set of hex strings': () => {
      let hits = 0;
      for (let i = 0; i < PROBES; i++) if (hexSet.has(hexProbes[i]!)) hits++;
      return hits;
    },
    'Set of numbers': () => {
      let hits = 0;
      for (let i = 0; i < PROBES; i++) if (numberSet.has(probes[i]!)) hits++;
      return hits;
    },
  };
  const expected = ways['prefix table']!();
  const times = Object.entries(ways).map(([name, way]) => ({ name, ns: (timed(way, expected) / PROBES) * 1e6 }));
  const ours = times[0]!;
  return times.map(({ name, ns }) =>
    name === ours.name
      ? { group, name, value: ns, unit: 'ns' }
      : against({ group, name, value: ns, unit: 'ns' }, ours.name, ours.ns),
  );
}

/** Median milliseconds of a way that must come to the expected result each time. */
function timed(way: () => number, expected: number): number {
  const times: number[] = [];
  for (let run = 0; run <= RUNS; run++) {
    const start = performance.now();
    const result = way();
    if (run > 0) times.push(performance.now() - start);
    if (result !== expected) throw new Error(`A way of lookup found ${result} of ${expected}`);
  }
  return median(times);
}

function memoryRows(group: string, sorted: Uint32Array): Row[] {
  const ours = PrefixTable.from(sorted).prefixes().byteLength / sorted.length;
  const table = { group, name: 'prefix table', value: ours, unit: 'B/entry' };
  const ways: [string, () => unknown][] = [
    ['Set of hex strings', () => new Set(Array.from(sorted, hexOf))],
    ['Set of numbers', () => new Set(sorted)],
  ];
  const others = ways.map(([name, make]) => ({ name, value: heapBytes(make) / sorted.length }));
  return [
    table,
    ...others.map(({ name, value }) => against({ group, name, value, unit: 'B/entry' }, table.name, ours)),
  ];
}

/** Bytes of heap that stay in use while what `make` made is kept. */
function heapBytes(make: () => unknown): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const stored = [make()];
  collect();
  const bytes = process.memoryUsage().heapUsed - before;
  if (stored.length !== 1) throw new Error('Nothing was kept');
  return bytes;
}

function loadRows(group: string, sorted: Uint32Array): Row[] {
  const coded = encodePrefixes(sorted);
  const json = JSON.stringify(Array.from(sorted, hexOf));
  const stored = medianMs(() => PrefixTable.from(structuredClone(sorted)), RUNS);
  const row = (name: string, value: number): Row => ({ group, name, value, unit: 'ms' });
  const first = row('stored array to table', stored);
  return [
    first,
    against(
      row(
        'bundled list to table',
        medianMs(() => PrefixTable.from(decodePrefixes(coded)), RUNS),
      ),
      first.name,
      stored,
    ),
    against(
      row(
        'JSON to Set of hex strings',
        medianMs(() => new Set(JSON.parse(json)), 3),
      ),
      first.name,
      stored,
    ),
    row(
      'digest, after the first answers',
      medianMs(() => digestOf(sorted), RUNS),
    ),
  ];
}

function wireRows(group: string, sorted: Uint32Array): Row[] {
  const bitsEach = (bytes: number) => (bytes * 8) / sorted.length;
  const bound = entropyBits(sorted.length);
  const row = (name: string, value: number): Row => ({ group, name, value, unit: 'bits/entry' });
  const json = gzipSync(JSON.stringify(Array.from(sorted, hexOf)));
  const entropy = row('entropy of a random set', bound);
  return [
    entropy,
    against(row('snapshot', bitsEach(encodePrefixes(sorted).length)), entropy.name, bound),
    against(row('JSON of hex, gzip', bitsEach(json.length)), entropy.name, bound),
  ];
}

/** log2 of the number of sets of so many 32-bit values, an entry. */
function entropyBits(count: number): number {
  let bits = 0;
  for (let i = 0; i < count; i++) bits += Math.log2((2 ** 32 - i) / (count - i));
  return bits / count;
}

function updateRows(group: string, sorted: Uint32Array): Row[] {
  const next = uint32Source(6);
  const removed = new Set<number>();
  while (removed.size < 1_500) removed.add(sorted[next() % sorted.length]!);
  const kept = sorted.filter((prefix) => !removed.has(prefix));
  const changed = Uint32Array.from(new Set([...kept, ...randomPrefixes(2_000, 8)])).sort();
  const changes = encodeChanges(sorted, changed);
  const coded = encodePrefixes(sorted);
  const table = PrefixTable.from(sorted);
  const { decode, application } = mediansMs(
    { decode: () => decodePrefixes(coded), application: () => applyChanges(table, changes) },
    31,
  );
  const sort = sortMs(sorted);
  const row = (name: string, value: number): Row => ({ group, name, value, unit: 'ms' });
  const sorting = row('sort of the same entries', sort);
  const decoding = against(row('decode of the snapshot', decode), sorting.name, sort);
  return [
    { group, name: '2,000 additions and 1,500 removals', value: changes.length, unit: 'B' },
    sorting,
    decoding,
    against(row('application of the changes', application), decoding.name, decode),
  ];
}

function sortMs(sorted: Uint32Array): number {
  const next = uint32Source(7);
  const shuffled = sorted.slice();
  for (let i = shuffled.length - 1; i > 0; i--) {
    const other = next() % (i + 1);
    [shuffled[i], shuffled[other]] = [shuffled[other]!, shuffled[i]!];
  }
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const copy = shuffled.slice();
    const start = performance.now();
    copy.sort();
    times.push(performance.now() - start);
  }
  return median(times);
}

const against = (row: Row, name: string, value: number): Row => ({ ...row, against: name, ratio: row.value / value });
