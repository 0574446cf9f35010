import { describe, expect, test } from 'vitest';
import { ListService, tokenOf, VERSION_PATH } from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { answer, clock, holding, MINUTE, service, setStage, wake } from '../../../test/fixtures/blocklist/stage.ts';
import { SECRET_KEY } from '../../../test/fixtures/blocklist/worker.ts';
import { ListSync, pollDelay } from './sync.ts';

const OLD = randomPrefixes(2_000, 1);

setStage();

describe('when it polls', () => {
  test('an alarm waits for its time, a person does not', async () => {
    const worker = await holding(OLD);
    clock.now -= 30_000;
    await worker.run('alarm');
    await worker.run('start');
    expect(service.requests).toHaveLength(0);
    await worker.run('person');
    expect(service.requests).toHaveLength(1);
    clock.now += 1_000;
    await worker.run('online');
    expect(service.requests).toHaveLength(1);
    clock.now += 10_000;
    await worker.run('online');
    expect(service.requests).toHaveLength(2);
  });

  test('a new life of the worker does not poll before its time', async () => {
    await holding(OLD);
    clock.now -= 30_000;
    await wake().run('start');
    expect(service.paths()).not.toContain(VERSION_PATH);
  });

  test('a list that is lost is fetched before its time', async () => {
    const worker = await holding(OLD);
    await worker.store.write({ snapshot: null });
    clock.now -= 30_000;
    const next = wake();
    await next.run('start');
    expect(next.blocklist.info?.token).toBe(tokenOf(OLD));
    service.requests.length = 0;
    await next.run('start');
    expect(service.requests).toHaveLength(0);
  });

  test('failures double the pause up to an hour, success ends it', async () => {
    const worker = await holding(OLD);
    service.faults.set(VERSION_PATH, answer(500, {}));
    const pauses: number[] = [];
    for (let failure = 0; failure < 8; failure++) {
      const { nextAttemptAt } = await worker.run();
      pauses.push((nextAttemptAt! - clock.now) / MINUTE);
      clock.now = nextAttemptAt!;
    }
    expect(pauses).toEqual([1.5, 3, 6, 12, 24, 48, 60, 60]);
    service.faults.clear();
    expect((await worker.run()).nextAttemptAt).toBe(clock.now + 0.9 * MINUTE);
  });

  test('Retry-After is kept to by everyone, also a person and a new life of the worker', async () => {
    const worker = await holding(OLD);
    service.faults.set(VERSION_PATH, answer(429, { 'retry-after': '600' }));
    expect((await worker.run()).nextAttemptAt).toBe(clock.now + 600_000);
    service.faults.clear();
    service.requests.length = 0;
    clock.now += 599_000;
    for (const trigger of ['person', 'online'] as const)
      expect((await worker.run(trigger)).problem?.kind).toBe('service-refused');
    await wake().run('person');
    expect(service.paths()).not.toContain(VERSION_PATH);
    clock.now += 1_000;
    expect((await worker.run()).problem).toBeNull();
  });

  test('triggers that meet share one run', async () => {
    const worker = wake();
    service.publish({ snapshot: OLD });
    const states = await Promise.all([
      worker.run('alarm'),
      worker.run('online'),
      worker.run('person'),
      worker.run('start'),
    ]);
    expect(service.paths().filter((path) => path === VERSION_PATH)).toHaveLength(1);
    expect(new Set(states).size).toBe(1);
  });

  test('a clock that went back does not stop it', async () => {
    const worker = await holding(OLD);
    clock.now -= 365 * 24 * 60 * MINUTE;
    await worker.run('alarm');
    expect(service.requests).toHaveLength(1);
  });

  test('another service is asked at once and its smaller list taken', async () => {
    await holding(OLD);
    const other = await new ListService().start();
    try {
      const few = OLD.subarray(0, 100);
      other.publish({ snapshot: few });
      clock.now -= 30_000;
      const worker = wake(other.baseUrl);
      expect((await worker.run('alarm')).problem).toBeNull();
      expect(worker.blocklist.info?.token).toBe(tokenOf(few));
    } finally {
      await other.stop();
    }
  });

  test('another service is asked at once while the one before does not answer', async () => {
    const other = await new ListService().start();
    try {
      other.publish({ snapshot: OLD });
      const { store, blocklist } = wake();
      let baseUrl = service.baseUrl;
      const asked = new Promise<void>((resolve) => service.faults.set(VERSION_PATH, () => resolve()));
      const sync = new ListSync({
        ...{ blocklist, store, now: () => clock.now, limits: { versionMs: 200, artifactMs: 200 } },
        endpoint: async () => ({ baseUrl, apiKey: SECRET_KEY }),
      });
      const before = sync.run('alarm');
      await asked;
      baseUrl = other.baseUrl;
      expect((await sync.run('person')).problem).toBeNull();
      expect((await before).problem?.kind).toBe('service-unreachable');
      expect(blocklist.info?.token).toBe(tokenOf(OLD));
    } finally {
      await other.stop();
    }
  });

  test('without a service it says so, and polls when there is one', async () => {
    service.publish({ snapshot: OLD });
    let configured = false;
    const { store, blocklist } = wake();
    const endpoint = async () => (configured ? { baseUrl: service.baseUrl, apiKey: SECRET_KEY } : null);
    const sync = new ListSync({ blocklist, store, endpoint, now: () => clock.now });
    expect(await sync.run('alarm')).toMatchObject({ problem: { kind: 'not-configured' }, lastAttemptAt: null });
    configured = true;
    expect((await sync.run('alarm')).problem).toBeNull();
  });
});

const ALMOST_ONE = 1 - Number.EPSILON;

test('spreads polls over the last fifth of their period, so that a lifted entry reaches nearly everyone within a minute', () => {
  expect(pollDelay(60, 0)).toBe(48_000);
  expect(pollDelay(60, 0.5)).toBe(54_000);
  expect(pollDelay(60, ALMOST_ONE)).toBeLessThanOrEqual(60_000);
  // Publication at a random time, a pace of three seconds and a cache of five, each with a random wait.
  const share = (n: number, parts: number) => (n + 0.5) / parts;
  const waits: number[] = [];
  for (let a = 0; a < 60; a += 1)
    for (let b = 0; b < 20; b += 1)
      for (let c = 0; c < 20; c += 1) {
        const period = pollDelay(60, share(c, 20));
        waits.push(period * share(a, 60) + 800 + 3_000 * share(b, 20) + 5_000 * share((b * 7 + c) % 20, 20));
      }
  waits.sort((one, other) => one - other);
  expect(waits[Math.floor(waits.length * 0.95)]).toBeLessThan(60_000);
});
