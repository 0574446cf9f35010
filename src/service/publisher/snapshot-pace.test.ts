import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { decodePrefixes } from '../../blocklist/codec/artifact.ts';
import type { OpenDatabase } from '../database/connection.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { watched } from '../database/watched.fixture.ts';
import { decide } from '../feature/listing/decision.ts';
import type { ListFile, PublishedList } from './list/list-file.ts';
import { nextSnapshotAt } from './publication.ts';
import { Publisher } from './publisher.ts';

const HOUR = 3_600_000;
const NOW = 1_800_000_000_000;

describe('the pause before a snapshot', () => {
  const pace = { prompt: 3, stepMs: 1_000, urgentMs: 200 };
  /** @param ages of the published snapshots, in ms, newest first */
  const listOf = (ages: number[]) => {
    const [snapshot, ...earlier] = ages.map((age) => ({ version: NOW - age }) as ListFile);
    return { snapshot, earlier } as unknown as PublishedList;
  };
  const pause = (...ages: number[]) => nextSnapshotAt(listOf(ages), pace, NOW) - NOW;

  test.each<[string, number[], number]>([
    ['the first ones of an hour do not wait', [0, 0], 0],
    ['each further one waits longer', [0, 0, 0], 1_000],
    ['than the one before', [0, 0, 0, 0, 0], 3_000],
    ['from the last one on', [700, 800, 900], 300],
    ['those of an hour ago do not count', [0, 10, HOUR, HOUR, HOUR + 1], 0],
    ['after a clock went back nothing waits', [-HOUR, -HOUR, -HOUR, -HOUR], 0],
  ])('%s', (_, ages, expected) => {
    expect(Math.max(0, pause(...ages))).toBe(expected);
  });

  it('is short after a removal by a person, however many there were', () => {
    expect(nextSnapshotAt(listOf(Array(25).fill(0)), pace, NOW, true) - NOW).toBe(200);
    expect(nextSnapshotAt(listOf([0]), pace, NOW, true) - NOW).toBe(0);
  });
});

describe('removals', () => {
  let opened: OpenDatabase;
  let publisher: Publisher;
  let seen: ReturnType<typeof watched>;
  let now = NOW;
  const errors: unknown[] = [];
  beforeEach(async () => {
    now = NOW;
    opened = await openTestDatabase();
    for (let n = 0; n < 8; n += 1) await set(`old${n}.example`, 'BLOCKED');
    const timing = {
      debounceMs: 0,
      maxDelayMs: 0,
      pollIntervalMs: 20,
      pace: { prompt: 2, stepMs: 60_000, urgentMs: 0 },
    };
    seen = watched(opened.database);
    publisher = new Publisher({
      database: seen.database,
      hotEntries: 0,
      timing,
      now: () => now,
      onError: (error) => errors.push(error),
    });
    await publisher.start();
  }, 60_000);
  afterEach(async () => {
    await publisher.stop();
    await opened.close();
    expect(errors).toEqual([]);
  });

  const set = (content: string, status: 'BLOCKED' | 'UNKNOWN', decidedBy: 'LIST' | 'OPERATOR' = 'LIST') =>
    decide(opened.database, {
      asset: { type: 'URL', content },
      status,
      decidedBy,
      source: 'test',
      reason: null,
    });
  const tokens = () => [publisher.list.snapshot.token, publisher.list.recent.token];
  async function change(content: string, status: 'BLOCKED' | 'UNKNOWN'): Promise<void> {
    const before = tokens();
    now += 1_000;
    await set(content, status);
    publisher.notify();
    await expect.poll(tokens, { interval: 5, timeout: 20_000 }).not.toEqual(before);
  }
  /** Enough queries that the publisher has checked the list more than once. */
  const looks = () => seen.more(10);
  const counts = () => [publisher.list.snapshot.count, publisher.list.recent.count];

  it('wait after many snapshots, delay no addition, and are published together when due', async () => {
    await change('old0.example', 'UNKNOWN');
    expect(counts()).toEqual([7, 0]);
    const [snapshot, recent] = tokens();

    await set('old1.example', 'UNKNOWN');
    publisher.notify();
    await looks();
    expect(tokens()).toEqual([snapshot, recent]);
    await change('new0.example', 'BLOCKED');
    await set('old2.example', 'UNKNOWN');
    await change('new1.example', 'BLOCKED');
    expect([tokens()[0], ...counts()]).toEqual([snapshot, 7, 2]);

    now = publisher.list.snapshot.version + 59_999;
    await looks();
    expect(tokens()[0]).toBe(snapshot);
    now += 1;
    await expect.poll(() => tokens()[0], { interval: 5, timeout: 20_000 }).not.toBe(snapshot);
    expect(counts()).toEqual([7, 0]);
    const prefixes = decodePrefixes((await publisher.file(tokens()[0]!))!);
    expect(prefixes).toHaveLength(7);
  }, 30_000);

  it('that wait are published once the clock goes back', async () => {
    await change('old0.example', 'UNKNOWN');
    await set('old1.example', 'UNKNOWN');
    publisher.notify();
    await looks();
    expect(counts()).toEqual([7, 0]);
    now -= 24 * HOUR;
    await expect.poll(counts, { interval: 5, timeout: 20_000 }).toEqual([6, 0]);
  }, 30_000);

  it('by a person do not wait, after many snapshots and during an import', async () => {
    for (const n of [0, 1, 2]) await set(`old${n}.example`, 'UNKNOWN');
    await change('old3.example', 'UNKNOWN');
    const [snapshot] = tokens();
    await set('old4.example', 'UNKNOWN');
    publisher.notify();
    await looks();
    expect(tokens()[0]).toBe(snapshot);
    await publisher.holdWhile(async () => {
      now += 1_000;
      await set('old5.example', 'UNKNOWN', 'OPERATOR');
      publisher.notify();
      await expect.poll(counts, { interval: 5, timeout: 20_000 }).toEqual([2, 0]);
    });
  }, 30_000);

  it('that wait are published when due by a process that starts meanwhile', async () => {
    await change('old0.example', 'UNKNOWN');
    await set('old1.example', 'UNKNOWN');
    await publisher.stop();
    publisher = new Publisher({
      database: opened.database,
      hotEntries: 0,
      timing: { debounceMs: 0, maxDelayMs: 0, pollIntervalMs: 20, pace: { prompt: 2, stepMs: 60_000, urgentMs: 0 } },
      now: () => now,
      onError: (error) => errors.push(error),
    });
    await publisher.start();
    expect(counts()).toEqual([7, 0]);
    now += 60_000;
    await expect.poll(counts, { interval: 5, timeout: 20_000 }).toEqual([6, 0]);
  }, 30_000);

  it('that are undone while they wait are never published, and cause no fetch', async () => {
    await change('old0.example', 'UNKNOWN');
    const before = tokens();
    await set('old1.example', 'UNKNOWN');
    await set('old1.example', 'BLOCKED');
    publisher.notify();
    await looks();
    now += HOUR;
    await looks();
    expect(tokens()).toEqual(before);
  }, 30_000);
});
