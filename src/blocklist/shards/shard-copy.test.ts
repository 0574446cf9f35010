import { describe, expect, test, vi } from 'vitest';
import { randomPrefixes, uint32Source } from '../../../test/fixtures/blocklist/random.ts';
import { FakeStorageArea } from '../../../test/fixtures/blocklist/storage-area.ts';
import { recentOf, snapshotOf } from '../../../test/fixtures/blocklist/worker.ts';
import { OrganizationFiles } from '../organization-files.ts';
import type { Recent, Snapshot } from '../store/snapshot.ts';
import { lookUpShards, SHARDS_OF, shardKey, shardOf } from './shard.ts';
import { ShardCopy } from './shard-copy.ts';

/** A list that a test changes, and its copy in a storage that survives the worker. */
function stage(snapshot: Snapshot | null, area = new FakeStorageArea(), random = () => 0.5) {
  const list = {
    ready: Promise.resolve(),
    snapshot,
    recent: null as Recent | null,
    get additions() {
      return new OrganizationFiles().additionsTo(this.recent);
    },
    onChange: () => () => undefined,
  };
  const wake = () => new ShardCopy({ area, list, platforms: ['x.com', 'github.com'], random });
  return { area, list, wake };
}

/** Which of these prefixes are in the shards; null if the shards are unusable. */
const held = async (area: FakeStorageArea, probes: readonly number[]) =>
  (await lookUpShards(area, probes))?.listed ?? null;

const LIST = randomPrefixes(40_000, 1);
const OTHER = Uint32Array.from([...LIST.subarray(100), ...randomPrefixes(100, 2)].sort((one, two) => one - two));
const ADDED = randomPrefixes(50, 3);

describe('shards', () => {
  test.each([0, 1, 500, 40_000])('agree with a list of %i entries on every probe', async (count) => {
    const sorted = randomPrefixes(count, 7 + count);
    const set = new Set(sorted);
    const { area, wake } = stage(snapshotOf(sorted));
    await wake().follow();
    const next = uint32Source(5);
    const probes = Array.from({ length: 20_000 }, (_, i) =>
      i % 2 === 0 && count > 0 ? (sorted[next() % count]! + (i % 3) - 1) >>> 0 : next(),
    );
    probes.push(0, 1, 2 ** 18 - 1, 2 ** 18, 2 ** 32 - 2, 2 ** 32 - 1);
    expect(await held(area, probes)).toEqual(new Set(probes.filter((probe) => set.has(probe))));
  });

  test('hold the additions since the snapshot, until they are lifted', async () => {
    const { area, list, wake } = stage(snapshotOf(LIST));
    list.recent = recentOf(ADDED);
    const copy = wake();
    await copy.follow();
    expect(await held(area, [...ADDED])).toEqual(new Set(ADDED));
    list.recent = recentOf(ADDED.subarray(10));
    await copy.follow();
    expect(await held(area, [...ADDED])).toEqual(new Set(ADDED.subarray(10)));
  });

  test('of additions alone are written without touching the others', async () => {
    const { area, list, wake } = stage(snapshotOf(LIST));
    await wake().follow();
    area.writes.length = 0;
    list.recent = recentOf(ADDED);
    await wake().follow();
    const shards = new Set([...ADDED].map((prefix) => shardKey(shardOf(prefix))));
    expect(new Set(area.writes.flat().filter((key) => /^shard-\d/.test(key)))).toEqual(shards);
  });

  test('follow to another snapshot, and only those that differ are written', async () => {
    const { area, list, wake } = stage(snapshotOf(LIST));
    await wake().follow();
    area.writes.length = 0;
    list.snapshot = snapshotOf(OTHER);
    await wake().follow();
    expect(await held(area, [...LIST, ...OTHER])).toEqual(new Set(OTHER));
    expect(area.writes.flat().filter((key) => /^shard-\d/.test(key)).length).toBeLessThanOrEqual(200);
  });

  test('of a small list are few', async () => {
    const { area, wake } = stage(snapshotOf(LIST.subarray(0, 3)));
    await wake().follow();
    expect(area.records.size).toBeLessThan(6);
    expect(await held(area, [LIST[0]!, LIST[7]!])).toEqual(new Set([LIST[0]!]));
  });

  test('are not written again by a worker that finds them in line', async () => {
    const { area, wake } = stage(snapshotOf(LIST));
    await wake().follow();
    area.writes.length = 0;
    await wake().follow();
    expect(area.writes).toEqual([]);
  });

  test('half-written when the worker ended are not trusted if they belong to two lists, and the next worker completes them', async () => {
    const { area, list, wake } = stage(snapshotOf(LIST));
    await wake().follow();
    list.snapshot = snapshotOf(OTHER);
    const dying = new FakeStorageArea();
    for (const [key, value] of area.records) dying.records.set(key, value);
    dying.writesLeft = 3;
    dying.remove = () => new Promise(() => undefined);
    void stage(snapshotOf(OTHER), dying).wake().follow();
    await vi.waitFor(() => expect(dying.writesLeft).toBe(0));
    const written = OTHER.filter(
      (prefix) => !LIST.includes(prefix) && dying.writes.flat().includes(shardKey(shardOf(prefix))),
    );
    expect(written.length).toBeGreaterThan(0);
    expect(await held(dying, [written[0]!])).toBeNull();
    const same = LIST.filter((prefix) => shardKey(shardOf(prefix)) > 'shard-5' && OTHER.includes(prefix)).at(-1)!;
    expect(await held(dying, [same])).toEqual(new Set([same]));
    const { wake: next, area: after } = stage(
      snapshotOf(OTHER),
      Object.assign(new FakeStorageArea(), { records: dying.records }),
    );
    await next().follow();
    expect(await held(after, [...LIST, ...OTHER])).toEqual(new Set(OTHER));
  });
});

test('later starts repair shards and their record if somebody else overwrote them', async () => {
  const { area, list } = stage(snapshotOf(LIST));
  let start = 0;
  const wake = () => new ShardCopy({ area, list, platforms: [], random: () => start });
  await wake().follow();
  const victim = LIST[9]!;
  area.records.delete(shardKey(shardOf(victim)));
  const said = area.records.get(SHARDS_OF) as { tags: string };
  const tags = [...said.tags];
  tags[shardOf(victim)] = 'A';
  area.records.set(SHARDS_OF, { ...said, tags: tags.join('') });
  expect(await held(area, [victim])).toEqual(new Set());
  for (; start < 1; start += 1 / 16) await wake().follow();
  expect(await held(area, [victim])).toEqual(new Set([victim]));
});

test('a shard of an earlier list that was put back is not believed', async () => {
  const { area, list, wake } = stage(snapshotOf(OTHER));
  await wake().follow();
  const earlier = new Map(area.records);
  list.snapshot = snapshotOf(LIST);
  await wake().follow();
  const added = LIST.filter((prefix) => !OTHER.includes(prefix));
  for (const prefix of added) area.records.set(shardKey(shardOf(prefix)), earlier.get(shardKey(shardOf(prefix))) ?? '');
  const answers = await Promise.all([...added].map((prefix) => held(area, [prefix])));
  expect(answers.filter((answer) => answer !== null).length).toBeLessThan(added.length / 10);
});

describe('there is nothing to ask', () => {
  test('where the storage has no room', async () => {
    const area = new FakeStorageArea();
    area.writesLeft = 5;
    await stage(snapshotOf(LIST), area).wake().follow();
    expect(await held(area, [LIST[0]!])).toBeNull();
  });

  test('where it has no room for a change of what is there', async () => {
    const { area, list, wake } = stage(snapshotOf(LIST));
    const copy = wake();
    await copy.follow();
    area.writesLeft = 0;
    list.recent = recentOf(ADDED);
    await copy.follow();
    expect(await held(area, [LIST[0]!])).toBeNull();
    area.writesLeft = 100;
    await copy.follow();
    expect(await held(area, [...ADDED])).toEqual(new Set(ADDED));
  });

  test.each(['bundled', null] as const)('where the list in use is %s', async (origin) => {
    const { area, list, wake } = stage(snapshotOf(LIST));
    await wake().follow();
    list.snapshot = origin && { ...snapshotOf(LIST), origin };
    await wake().follow();
    expect(await held(area, [LIST[0]!])).toBeNull();
  });

  test.each<[string, (area: FakeStorageArea) => void]>([
    ['a shard is gone', (area) => area.records.delete(shardKey(shardOf(LIST[9]!)))],
    [
      'what says which shards have entries is cut',
      (area) => {
        area.records.delete(shardKey(shardOf(LIST[9]!)));
        area.records.set(SHARDS_OF, { ...(area.records.get(SHARDS_OF) as object), tags: 7 });
      },
    ],
    [
      'a shard is gone, and what says which have entries is cut short',
      (area) => {
        area.records.delete(shardKey(shardOf(LIST[9]!)));
        area.records.set(SHARDS_OF, { ...(area.records.get(SHARDS_OF) as object), tags: '' });
      },
    ],
    ['a shard is cut', (area) => area.records.set(shardKey(shardOf(LIST[9]!)), 'AB')],
    ['a shard was emptied', (area) => area.records.set(shardKey(shardOf(LIST[9]!)), '')],
    [
      'a shard is that of another place',
      (area) => area.records.set(shardKey(shardOf(LIST[9]!)), area.records.get(shardKey(shardOf(LIST[9_000]!)))),
    ],
    ['a shard is no text', (area) => area.records.set(shardKey(shardOf(LIST[9]!)), 7)],
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
    const { area, wake } = stage(snapshotOf(LIST));
    await wake().follow();
    damage(area);
    expect(await held(area, [LIST[9]!])).toBeNull();
  });
});
