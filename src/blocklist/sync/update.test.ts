import { describe, expect, test } from 'vitest';
import { type Handler, tokenOf } from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import {
  answer,
  clock,
  downloads,
  holding,
  MINUTE,
  service,
  setStage,
  wake,
} from '../../../test/fixtures/blocklist/stage.ts';
import { SECRET_KEY } from '../../../test/fixtures/blocklist/worker.ts';

const OLD = randomPrefixes(2_000, 1);
const NEW = Uint32Array.from([...OLD.subarray(10), ...randomPrefixes(30, 2)]).sort();

setStage();

describe('the list follows the service', () => {
  test('from nothing: finds entries of snapshot and recent additions, also after the worker restarts', async () => {
    const recent = randomPrefixes(5, 9);
    service.publish({ snapshot: OLD, recent });
    expect(await wake().run()).toMatchObject({
      lastSuccessAt: clock.now,
      problem: null,
      nextAttemptAt: clock.now + 0.9 * MINUTE,
    });
    const { blocklist } = wake();
    await blocklist.ready;
    for (const prefix of [...OLD, ...recent]) expect(blocklist.has(prefix)).toBe(true);
    expect(blocklist.has((OLD[0]! + 1) >>> 0)).toBe(false);
    expect(blocklist.info).toEqual({
      token: tokenOf(OLD),
      recentToken: tokenOf(recent),
      entries: 2_005,
      currentAt: clock.now,
      origin: 'service',
      algoVersion: '2',
      confirmPrefixLength: 4,
    });
  });

  test('a poll without news costs one conditional request and moves only the times', async () => {
    const worker = await holding(OLD);
    const state = await worker.run();
    expect(service.requests).toHaveLength(1);
    expect(service.requests[0]?.headers['if-none-match']).toBeTruthy();
    expect(state).toMatchObject({ lastAttemptAt: clock.now, lastSuccessAt: clock.now, problem: null });
    expect(worker.blocklist.info?.currentAt).toBe(clock.now);
  });

  test('by changes where they are offered, and not by the whole', async () => {
    const worker = await holding(OLD);
    service.publish({ snapshot: NEW, changesFrom: [OLD] });
    expect((await worker.run()).problem).toBeNull();
    expect(downloads()).toEqual([`/changes/${tokenOf(OLD)}/${tokenOf(NEW)}`]);
    expect(worker.blocklist.snapshot?.table.prefixes()).toEqual(NEW);
  });

  test.each<[string, Handler]>([
    ['missing', answer(404, {})],
    ['damaged', answer(200, {}, 'not changes at all')],
    ['larger than the whole', answer(200, {}, new Uint8Array(100_000))],
  ])('whole where the changes are %s', async (_, fault) => {
    const worker = await holding(OLD);
    service.publish({ snapshot: NEW, changesFrom: [OLD] });
    service.faults.set(`/changes/${tokenOf(OLD)}/${tokenOf(NEW)}`, fault);
    expect((await worker.run()).problem).toBeNull();
    expect(worker.blocklist.snapshot?.table.prefixes()).toEqual(NEW);
  });

  test('additions alone do not fetch the snapshot again', async () => {
    const worker = await holding(OLD);
    const recent = randomPrefixes(3, 4);
    service.publish({ snapshot: OLD, recent });
    await worker.run();
    expect(downloads()).toEqual([`/recent/${tokenOf(recent)}`]);
    expect(worker.blocklist.has(recent[0]!)).toBe(true);
    service.publish({ snapshot: OLD });
    clock.now += MINUTE;
    await worker.run();
    expect(worker.blocklist.has(recent[0]!)).toBe(false);
  });

  test('to another list under the same token, where the digest says so', async () => {
    const worker = await holding(OLD);
    const document = service.publish({ snapshot: NEW });
    service.announce({ ...document, snapshot: { ...document.snapshot, token: tokenOf(OLD) } });
    await worker.run();
    expect(worker.blocklist.snapshot?.table.prefixes()).toEqual(NEW);
  });

  test("another operator's list without digests", async () => {
    const { algoVersion, snapshot, recent } = service.publish({ snapshot: OLD });
    const plain = ({ token, count, url }: typeof recent) => ({ token, count, url });
    service.announce({ algoVersion, snapshot: plain(snapshot), recent: plain(recent) });
    const hex = [...OLD].map((prefix) => prefix.toString(16).padStart(8, '0'));
    service.faults.set(
      `/snapshot/${tokenOf(OLD)}`,
      answer(200, { 'content-type': 'application/json' }, JSON.stringify(hex)),
    );
    const worker = wake();
    expect((await worker.run()).problem).toBeNull();
    expect(worker.blocklist.has(OLD[7]!)).toBe(true);
    expect(worker.blocklist.info?.confirmPrefixLength).toBe(8);
  });

  test('neither key nor cookie goes to where the files are', async () => {
    service.publish({ snapshot: OLD, recent: randomPrefixes(2, 3) });
    await wake().run();
    expect(downloads()).toHaveLength(2);
    for (const { path, headers } of service.requests.filter(({ path }) => downloads().includes(path))) {
      expect(JSON.stringify(headers), path).not.toContain(SECRET_KEY);
      expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
    }
  });
});
