import { describe, expect, test, vi } from 'vitest';
import { damage, withPrefix } from '../../test/fixtures/blocklist/damage.ts';
import { tokenOf } from '../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../test/fixtures/blocklist/random.ts';
import {
  awake,
  clock,
  MINUTE,
  service,
  setStage,
  storing,
  tokenAfterWake,
  wake,
} from '../../test/fixtures/blocklist/stage.ts';
import { AT } from '../../test/fixtures/blocklist/worker.ts';

const OLD = randomPrefixes(2_000, 1);
const BUNDLED = randomPrefixes(1_500, 3);
const EARLIER = '2026-10-01T00:00:00Z';
const LATER = '2026-12-01T00:00:00Z';
const DAY = 1_440 * MINUTE;

setStage();

describe('which list is used', () => {
  test('no list: nothing matches and info is null', async () => {
    const { blocklist } = await awake();
    expect([blocklist.info, blocklist.has(OLD[0]!)]).toEqual([null, false]);
  });

  test('the bundled list in the first minute', async () => {
    service.bundle(BUNDLED, EARLIER);
    const { blocklist } = await awake();
    expect(blocklist.info).toMatchObject({
      token: tokenOf(BUNDLED),
      origin: 'bundled',
      currentAt: Date.parse(EARLIER),
    });
    expect(blocklist.has(BUNDLED[9]!)).toBe(true);
  });

  test('the stored list if it is newer than the bundled one', async () => {
    await storing(OLD);
    service.bundle(BUNDLED, EARLIER);
    expect(await tokenAfterWake()).toBe(tokenOf(OLD));
  });

  test('the bundled list if an update of the extension brought a newer one', async () => {
    await storing(OLD);
    service.bundle(BUNDLED, LATER);
    expect(await tokenAfterWake()).toBe(tokenOf(BUNDLED));
  });

  test('is as current as the service said last, although the clock was wrong when it came', async () => {
    service.publish({ snapshot: OLD });
    clock.now = AT + 400 * DAY;
    await wake().run();
    clock.now = AT;
    const { run, blocklist } = wake();
    expect((await run()).problem).toBeNull();
    expect(blocklist.info?.currentAt).toBe(AT);
    expect((await awake()).blocklist.info?.currentAt).toBe(AT);
    service.bundle(BUNDLED, LATER);
    expect(await tokenAfterWake()).toBe(tokenOf(BUNDLED));
  });

  test('never a list of other rules', async () => {
    await storing(OLD);
    service.bundle(BUNDLED, LATER);
    const { blocklist } = await awake('99');
    expect([blocklist.info, blocklist.has(OLD[0]!), blocklist.has(BUNDLED[0]!)]).toEqual([null, false, false]);
  });

  test('no bundled list if its files do not match', async () => {
    service.bundle(BUNDLED, EARLIER);
    service.faults.set('/list/snapshot.bin', (_, response) => response.end('<html>'));
    expect((await awake()).blocklist.info).toBeNull();
  });

  test('the bundled list becomes one of the service once the service confirms it', async () => {
    service.bundle(BUNDLED, EARLIER);
    service.publish({ snapshot: BUNDLED });
    const { sync, blocklist } = await awake();
    expect((await sync.run('start')).problem).toBeNull();
    expect(service.paths().filter((path) => path.startsWith('/snapshot'))).toEqual([]);
    expect(blocklist.info).toMatchObject({ token: tokenOf(BUNDLED), origin: 'service', currentAt: AT });
    expect((await awake()).blocklist.info).toMatchObject({ token: tokenOf(BUNDLED), origin: 'service' });
  });
});

describe('a damaged store', () => {
  test('entries changed on disk are detected, the bundled list is used, the next sync repairs the store', async () => {
    service.bundle(BUNDLED, EARLIER);
    await storing(OLD);
    await damage('snapshot', (value) => withPrefix(value, 5, (prefix) => prefix ^ 1));
    const { blocklist, changes, sync } = await awake();
    expect(blocklist.info?.token).toBe(tokenOf(OLD));
    await blocklist.verify();
    expect(blocklist.info).toMatchObject({ token: tokenOf(BUNDLED), origin: 'bundled' });
    expect(changes).toEqual(['heal']);
    expect(await tokenAfterWake()).toBe(tokenOf(BUNDLED));
    service.publish({ snapshot: OLD });
    expect((await sync.run('person')).problem).toBeNull();
    expect(await tokenAfterWake()).toBe(tokenOf(OLD));
  });

  test('a file that cannot be read: the bundled list is used, the next sync repairs the store', async () => {
    service.bundle(BUNDLED, EARLIER);
    await storing(OLD);
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('gone', 'NotReadableError'));
    const { blocklist, sync } = await awake();
    expect(blocklist.info).toMatchObject({ token: tokenOf(BUNDLED), origin: 'bundled' });
    service.publish({ snapshot: OLD });
    expect((await sync.run('person')).problem).toBeNull();
    expect(await tokenAfterWake()).toBe(tokenOf(OLD));
  });

  test('an intact list passes the check unchanged', async () => {
    const { blocklist, changes } = await storing(OLD);
    await Promise.resolve();
    changes.length = 0;
    await blocklist.verify();
    expect([blocklist.info?.token, changes.length]).toEqual([tokenOf(OLD), 0]);
  });

  test.each<[string, string, (value: unknown) => unknown]>([
    ['a snapshot of another shape', 'snapshot', () => ({ token: 'x' })],
    ['entries out of order', 'snapshot', (value) => withPrefix(value, 1_000, () => 1)],
    ['a file that is cut', 'snapshot', (value) => ({ ...(value as object), bytes: new Blob([new Uint8Array(99)]) })],
    [
      'other additions',
      'recent',
      (value) => ({ ...(value as object), bytes: new Blob([OLD as Uint32Array<ArrayBuffer>]) }),
    ],
    ['a sync record that is none', 'sync', () => 'soon'],
  ])('%s: some list is used and the next sync repairs the store', async (_, part, edit) => {
    service.bundle(BUNDLED, EARLIER);
    const recent = randomPrefixes(4, 8);
    service.publish({ snapshot: OLD, recent });
    await (await awake()).sync.run('start');
    await damage(part, edit);
    const { blocklist, sync } = await awake();
    await blocklist.verify();
    expect(blocklist.info).not.toBeNull();
    expect((await sync.run('person')).problem).toBeNull();
    const { blocklist: next } = await awake();
    expect(next.info).toMatchObject({ token: tokenOf(OLD), recentToken: tokenOf(recent), origin: 'service' });
    expect([next.has(OLD[1]!), next.has(recent[1]!)]).toEqual([true, true]);
  });
});
