import { describe, expect, test, vi } from 'vitest';
import { randomPrefixes, uint32Source } from '../../../test/fixtures/blocklist/random.ts';
import { FakeStorageArea } from '../../../test/fixtures/blocklist/storage-area.ts';
import { listOf } from '../../../test/fixtures/blocklist/worker.ts';
import { OrganizationFiles } from '../organization-files.ts';
import type { PrefixList } from '../store/snapshot.ts';
import { lookUpShards, SHARDS_OF, shardKey, shardOf } from './shard.ts';
import { ShardCopy } from './shard-copy.ts';

/** A list that a test changes, and its copy in a storage that survives the worker, and in one that ends with the browser. */
function stage(snapshot: PrefixList | null, area = new FakeStorageArea(), session = new FakeStorageArea()) {
  const list = {
    ready: Promise.resolve(),
    snapshot,
    recent: null as PrefixList | null,
    get additions() {
      return new OrganizationFiles().additionsTo(this.recent);
    },
    onChange: () => () => undefined,
  };
  const wake = () => new ShardCopy({ area, list, platforms: ['x.com', 'github.com'], session });
  return { area, session, list, wake };
}

/** Which of these prefixes are in the shards; null if the shards are unusable. */
const stored = async (area: FakeStorageArea, probes: readonly number[]) =>
  (await lookUpShards(area, probes))?.listed ?? null;

/** The key of the record of a prefix's shard. */
const keyOf = (prefix: number): string => shardKey(shardOf(prefix));

const LIST = randomPrefixes(40_000, 1);
const OTHER = Uint32Array.from([...LIST.subarray(100), ...randomPrefixes(100, 2)].sort((one, two) => one - two));
const ADDED = randomPrefixes(50, 3);
/** For tests that copy a list again and again. */
const FEW = randomPrefixes(1_000, 1);
const FEW_OTHERS = Uint32Array.from([...FEW.subarray(100), ...randomPrefixes(100, 2)].sort((one, two) => one - two));

describe('shards', () => {
  test.each([0, 1, 500, 40_000])('agree with a list of %i entries on every probe', async (count) => {
    const sorted = randomPrefixes(count, 7 + count);
    const set = new Set(sorted);
    const { area, wake } = stage(listOf(sorted));
    await wake().follow();
    const next = uint32Source(5);
    const probes = Array.from({ length: 20_000 }, (_, i) =>
      i % 2 === 0 && count > 0 ? (sorted[next() % count]! + (i % 3) - 1) >>> 0 : next(),
    );
    probes.push(0, 1, 2 ** 18 - 1, 2 ** 18, 2 ** 32 - 2, 2 ** 32 - 1);
    expect(await stored(area, probes)).toEqual(new Set(probes.filter((probe) => set.has(probe))));
  });

  test('hold the additions since the snapshot, until they are lifted', async () => {
    const { area, list, wake } = stage(listOf(LIST));
    list.recent = listOf(ADDED);
    const copy = wake();
    await copy.follow();
    expect(await stored(area, [...ADDED])).toEqual(new Set(ADDED));
    list.recent = listOf(ADDED.subarray(10));
    await copy.follow();
    expect(await stored(area, [...ADDED])).toEqual(new Set(ADDED.subarray(10)));
  });

  test('of additions alone are written without touching the others', async () => {
    const { area, list, wake } = stage(listOf(LIST));
    await wake().follow();
    area.writes.length = 0;
    list.recent = listOf(ADDED);
    await wake().follow();
    const shards = new Set([...ADDED].map((prefix) => keyOf(prefix)));
    expect(new Set(area.writes.flat().filter((key) => /^shard-\d/.test(key)))).toEqual(shards);
  });

  test('follow to another snapshot, and only those that differ are written', async () => {
    const { area, list, wake } = stage(listOf(LIST));
    await wake().follow();
    area.writes.length = 0;
    list.snapshot = listOf(OTHER);
    await wake().follow();
    expect(await stored(area, [...LIST, ...OTHER])).toEqual(new Set(OTHER));
    expect(area.writes.flat().filter((key) => /^shard-\d/.test(key)).length).toBeLessThanOrEqual(200);
  });

  test('are not written again by a worker that finds them in line', async () => {
    const { area, wake } = stage(listOf(LIST));
    await wake().follow();
    area.writes.length = 0;
    await wake().follow();
    expect(area.writes).toEqual([]);
  });

  test('leave no record behind that is not used', async () => {
    const { area, list, wake } = stage(listOf(LIST));
    await wake().follow();
    const before = area.records.size;
    list.recent = listOf(ADDED);
    await wake().follow();
    list.recent = null;
    await wake().follow();
    expect(area.records.size).toBe(before);
  });
});

describe('a guard finds', () => {
  const probes = [...FEW.subarray(0, 40), ...FEW_OTHERS.subarray(0, 40), ...ADDED];
  const among = (list: Uint32Array) => new Set(probes.filter((probe) => list.includes(probe)));
  const OLD = among(FEW);
  const NEW = among(Uint32Array.from([...FEW_OTHERS, ...ADDED]));
  /** A profile with the old list, whose worker is about to copy the new one. */
  async function changing(isChecked: boolean) {
    const { area, session, list, wake } = stage(listOf(FEW));
    await wake().follow();
    if (!isChecked) session.records.clear();
    list.snapshot = listOf(FEW_OTHERS);
    list.recent = listOf(ADDED);
    return { area, session, list, wake };
  }

  test.each([true, false])(
    'the old list or the new one, whole, wherever the worker is killed (%s)',
    async (isChecked) => {
      const found = new Set<number>();
      let isDone = false;
      for (let changes = 0; !isDone; changes += 1) {
        const { area, session, list, wake } = await changing(isChecked);
        area.changesLeft = changes;
        const copy = wake();
        isDone = (await Promise.race([copy.follow().then(() => copy.problem === null), area.died])) === true;
        const now = await stored(area, probes);
        expect([OLD, NEW]).toContainEqual(now);
        found.add(now?.size ?? 0);
        area.changesLeft = Number.POSITIVE_INFINITY;
        await new ShardCopy({ area, session, list, platforms: ['x.com', 'github.com'] }).follow();
        expect(await stored(area, probes)).toEqual(NEW);
      }
      expect(found.size).toBe(2);
    },
  );
});

test('the first worker of a browser session repairs shards that another process overwrote', async () => {
  const { area, session, wake } = stage(listOf(LIST));
  await wake().follow();
  const victim = LIST[9]!;
  area.records.set(keyOf(victim), 'AAA');
  expect(await stored(area, [victim])).toEqual(new Set());
  session.records.clear();
  await wake().follow();
  expect(await stored(area, [victim])).toEqual(new Set([victim]));
});

describe('there is nothing to ask', () => {
  test('where the storage has no room', async () => {
    const area = new FakeStorageArea();
    area.writesLeft = 0;
    await stage(listOf(LIST), area).wake().follow();
    expect(await stored(area, [LIST[0]!])).toBeNull();
  });

  test('but the list before where it has no room for a change, and says so', async () => {
    const { area, list, wake } = stage(listOf(LIST));
    const copy = wake();
    await copy.follow();
    area.writesLeft = 0;
    list.recent = listOf(ADDED);
    await copy.follow();
    expect(copy.problem?.kind).toBe('full');
    expect(await stored(area, [LIST[0]!, ...ADDED])).toEqual(new Set([LIST[0]!]));
    area.writesLeft = 100;
    await copy.follow();
    expect(copy.problem).toBeNull();
    expect(await stored(area, [...ADDED])).toEqual(new Set(ADDED));
  });

  test('but the list before where a write hangs, and the problem is known', async () => {
    const { area, list, wake } = stage(listOf(LIST));
    const copy = wake();
    await copy.follow();
    area.changesLeft = 0;
    list.recent = listOf(ADDED);
    vi.useFakeTimers();
    const following = copy.follow();
    await area.died;
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    await following;
    expect(copy.problem?.kind).toBe('broken');
    area.changesLeft = 100;
    await copy.follow();
    expect(copy.problem).toBeNull();
    expect(await stored(area, [...ADDED])).toEqual(new Set(ADDED));
  });

  test.each<[string, PrefixList | null]>([
    ['no list', null],
    ['an older list of its package', { ...listOf(OTHER), origin: 'bundled' }],
  ])('but the list before while the worker has %s', async (_, fallback) => {
    const { area, list, wake } = stage(listOf(LIST));
    await wake().follow();
    list.snapshot = fallback;
    await wake().follow();
    expect(await stored(area, [...LIST])).toEqual(new Set(LIST));
  });

  test('where the package has a newer list', async () => {
    const { area, list, wake } = stage(listOf(LIST));
    await wake().follow();
    list.snapshot = { ...listOf(OTHER), origin: 'bundled', at: Date.now() + 60_000 };
    await wake().follow();
    expect(await stored(area, [LIST[0]!])).toBeNull();
  });

  test.each<[string, (area: FakeStorageArea) => void]>([
    ['a shard is gone', (area) => area.records.delete(keyOf(LIST[9]!))],
    ['a shard is cut', (area) => area.records.set(keyOf(LIST[9]!), 'AB')],
    ['a shard is no text', (area) => area.records.set(keyOf(LIST[9]!), 7)],
    ['nothing says what list they are of', (area) => area.records.delete(SHARDS_OF)],
    [
      'they are of other rules',
      (area) => area.records.set(SHARDS_OF, { ...(area.records.get(SHARDS_OF) as object), algoVersion: '99' }),
    ],
    [
      'they are in another form',
      (area) => area.records.set(SHARDS_OF, { ...(area.records.get(SHARDS_OF) as object), format: 1 }),
    ],
  ])('where %s', async (_, damage) => {
    const { area, wake } = stage(listOf(LIST));
    await wake().follow();
    damage(area);
    expect(await stored(area, [LIST[9]!])).toBeNull();
  });
});
