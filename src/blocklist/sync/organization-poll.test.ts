import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { damage, withPrefix } from '../../../test/fixtures/blocklist/damage.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { answer, clock, MINUTE, service, setStage } from '../../../test/fixtures/blocklist/stage.ts';
import { SECRET_KEY, wakeWorker } from '../../../test/fixtures/blocklist/worker.ts';
import { publicKeyOf } from '../codec/artifact.ts';
import type { HotEntry } from '../codec/hot-file.ts';
import { pollOrganization } from './organization-poll.ts';

const LIST = randomPrefixes(2_000, 1);
const SECRET = '11'.repeat(32);
const KEYS = [publicKeyOf(SECRET)];

setStage();

const hashOf = (host: string) => Uint8Array.from(createHash('sha256').update(`${host}/`).digest());
const prefixOf = (host: string) => Buffer.from(hashOf(host)).readUInt32BE(0);
const UNKNOWN = { message: 'Not found', code: 'NOT_FOUND' };
const entries = (...hosts: string[]): HotEntry[] =>
  hosts
    .map((host) => ({ hash: hashOf(host), words: { type: 'URL', reason: 'Not at work', source: 'Acme' } }))
    .sort((one, other) => Buffer.compare(one.hash, other.hash));
const signing = (version: number) => ({ secretKey: SECRET, version });
const wake = () => wakeWorker(service, { publicKeys: KEYS, now: () => clock.now });
type Worker = ReturnType<typeof wake>;

async function poll(worker: Worker) {
  clock.now += MINUTE;
  service.requests.length = 0;
  const { problem } = await worker.sync.run('person');
  return { problem: problem?.kind ?? null, paths: service.paths() };
}
const blocks = ({ blocklist }: Worker, host: string) => blocklist.has(prefixOf(host)) && blocklist.hot(hashOf(host));

const sourceHere = () => ({
  algoVersion: '2',
  service: service.baseUrl,
  publicKeys: KEYS,
  listUrl: null,
  at: 0,
  timeoutMs: 1_000,
});

describe('the files of the organization', () => {
  test('are served with the words of their entries, asked for with their ETag, and kept by the next worker', async () => {
    service.publish({ snapshot: LIST, signing: signing(1) });
    const path = service.publishOrganization(
      SECRET_KEY,
      { own: entries('own.test'), official: entries('acme.test') },
      signing(5),
    );
    const worker = wake();
    expect((await poll(worker)).problem).toBeNull();
    expect(blocks(worker, 'own.test')).toMatchObject({ isOwn: true, words: { reason: 'Not at work', source: 'Acme' } });
    expect(blocks(worker, 'acme.test')).toBe(false);
    expect(worker.blocklist.organization.officialName(hashOf('acme.test'))).toBe('Acme');
    expect(worker.blocklist.additions?.prefixes).toEqual(Uint32Array.of(prefixOf('own.test')));
    const next = wake();
    await next.blocklist.ready;
    expect(blocks(next, 'own.test')).toMatchObject({ isOwn: true });
    expect((await poll(next)).paths.filter((asked) => asked === path)).toHaveLength(1);
    expect(service.requests.find((request) => request.path === path)?.headers['if-none-match']).toBeDefined();
    expect(blocks(next, 'own.test')).toMatchObject({ isOwn: true });
  });

  test('stay in use where the general list beside them is damaged on disk, or proved damaged later', async () => {
    service.publish({ snapshot: LIST, signing: signing(1) });
    service.publishOrganization(SECRET_KEY, { own: entries('own.test'), official: entries('acme.test') }, signing(5));
    await poll(wake());
    await damage('snapshot', (value) => withPrefix(value, 5, (prefix) => prefix ^ 1));
    for (const step of [async () => undefined, () => damage('snapshot', () => ({ token: 'x' }))]) {
      await step();
      const worker = wake();
      await worker.blocklist.ready;
      await worker.blocklist.verify();
      expect(worker.blocklist.info).toBeNull();
      expect(blocks(worker, 'own.test')).toMatchObject({ isOwn: true });
      expect(worker.blocklist.organization.officialName(hashOf('acme.test'))).toBe('Acme');
    }
  });

  test.each<[string, (value: unknown) => unknown]>([
    ['cannot be read', () => ({ token: 'x' })],
    ['was changed on disk', (value) => ({ ...(value as object), sha256: '0'.repeat(64) })],
  ])('are fetched with the next poll where one %s', async (_, edit) => {
    service.publish({ snapshot: LIST, signing: signing(1) });
    service.publishOrganization(SECRET_KEY, { own: entries('own.test') }, signing(5));
    await poll(wake());
    await damage('own', edit);
    const worker = wake();
    await worker.blocklist.ready;
    await worker.blocklist.verify();
    expect(blocks(worker, 'own.test')).toBe(false);
    // The general list beside it stays, on the disk too.
    expect(worker.blocklist.info?.entries).toBe(LIST.length);
    const next = wake();
    await next.blocklist.ready;
    expect(next.blocklist.info?.entries).toBe(LIST.length);
    clock.now += MINUTE;
    expect((await worker.sync.run('alarm')).problem).toBeNull();
    expect(blocks(worker, 'own.test')).toMatchObject({ isOwn: true });
  });

  test('change and go with what the service says', async () => {
    service.publish({ snapshot: LIST, signing: signing(1) });
    service.publishOrganization(SECRET_KEY, { own: entries('one.test', 'two.test') }, signing(1));
    const worker = wake();
    await poll(worker);
    service.publishOrganization(SECRET_KEY, { own: entries('two.test') }, signing(2));
    await poll(worker);
    expect([blocks(worker, 'one.test'), Boolean(blocks(worker, 'two.test'))]).toEqual([false, true]);
    service.publishOrganization(SECRET_KEY, { own: entries() }, signing(3));
    expect((await poll(worker)).problem).toBeNull();
    expect(worker.blocklist.has(prefixOf('two.test'))).toBe(false);
    expect(worker.blocklist.additions?.prefixes).toHaveLength(0);
  });

  test.each([
    [
      'of another key',
      () => service.publishOrganization(SECRET_KEY, { own: entries() }, { secretKey: '22'.repeat(32), version: 9 }),
    ],
    ['unsigned', () => service.publishOrganization(SECRET_KEY, { own: entries() })],
    [
      'signed for another organization',
      () => service.publishOrganization(SECRET_KEY, { own: entries() }, signing(9), 'cp_of_another_organization'),
    ],
    [
      'older than the one kept',
      () => service.publishOrganization(SECRET_KEY, { own: entries('older.test') }, signing(1)),
    ],
  ])('are refused where one is %s, and what was kept stays beside a current list', async (_, publish) => {
    service.publish({ snapshot: LIST, signing: signing(1) });
    service.publishOrganization(SECRET_KEY, { own: entries('kept.test') }, signing(5));
    const worker = wake();
    await poll(worker);
    publish();
    expect((await poll(worker)).problem).toBe('list-rejected');
    expect(blocks(worker, 'kept.test')).toMatchObject({ isOwn: true });
    expect(worker.blocklist.info?.currentAt).toBe(clock.now);
  });

  test('of the package count against older ones at the first poll', async () => {
    service.publish({ snapshot: LIST, signing: signing(1) });
    service.publishOrganization(SECRET_KEY, { own: entries('kept.test') }, signing(5));
    const { blocklist, sync } = wake();
    await sync.run('person');
    service.publishOrganization(SECRET_KEY, { own: entries('older.test') }, signing(4));
    const endpoint = { baseUrl: service.baseUrl, apiKey: SECRET_KEY };
    const source = sourceHere();
    const polled = pollOrganization(blocklist, endpoint, null, { timeoutMs: 1_000, source });
    await expect(polled).rejects.toThrow('older list');
  });

  test.each([
    ['fails', (path: string) => service.faults.set(path, answer(503, {})), 'service-refused'],
    ['knows of none', (path: string) => service.faults.set(path, answer(404, UNKNOWN)), null],
    ['names none', () => service.publishOrganization(SECRET_KEY, {}), null],
  ] as const)('stay while the service %s, and go with an empty file alone', async (_, disturb, problem) => {
    service.publish({ snapshot: LIST, signing: signing(1) });
    const files = { own: entries('kept.test'), official: entries('acme.test') };
    const path = service.publishOrganization(SECRET_KEY, files, signing(5));
    const worker = wake();
    await poll(worker);
    disturb(path);
    for (const _time of [1, 2]) {
      expect((await poll(worker)).problem).toBe(problem);
      expect(blocks(worker, 'kept.test')).toMatchObject({ isOwn: true });
      expect(worker.blocklist.organization.officialName(hashOf('acme.test'))).toBe('Acme');
    }
    service.faults.delete(path);
    service.publishOrganization(SECRET_KEY, { own: entries(), official: entries() }, signing(6));
    expect((await poll(worker)).problem).toBeNull();
    expect(worker.blocklist.has(prefixOf('kept.test'))).toBe(false);
    expect(worker.blocklist.organization.officialName(hashOf('acme.test'))).toBeNull();
  });

  test('are polled hourly, and at once by a person', async () => {
    service.publish({ snapshot: LIST, signing: signing(1) });
    const path = service.publishOrganization(SECRET_KEY, { own: entries('own.test') }, signing(5));
    const { sync } = wake();
    const asked = async (trigger: 'alarm' | 'person', minutes: number) => {
      clock.now += minutes * MINUTE;
      service.requests.length = 0;
      await sync.run(trigger);
      return service.paths().includes(path);
    };
    expect([await asked('alarm', 1), await asked('alarm', 1), await asked('alarm', 57)]).toEqual([true, false, false]);
    expect([await asked('person', 1), await asked('alarm', 59), await asked('alarm', 2)]).toEqual([true, false, true]);
  });

  test('go with the key or the service that they are of', async () => {
    service.publish({ snapshot: LIST, signing: signing(1) });
    service.publishOrganization(SECRET_KEY, { own: entries('theirs.test') }, signing(5));
    const worker = wake();
    await poll(worker);
    service.publishOrganization('cp_of_another_organization', {});
    const { blocklist } = worker;
    const source = sourceHere();
    const other = { baseUrl: service.baseUrl, apiKey: 'cp_of_another_organization' };
    const kept = { keyDigest: 'digest of the key before', etag: null, ownToken: null, officialToken: null, at: 0 };
    await pollOrganization(blocklist, other, kept, {
      timeoutMs: 1_000,
      source: { ...source, service: 'http://other.test' },
    });
    expect(blocks(worker, 'theirs.test')).toBe(false);
    await poll(worker);
    expect(blocks(worker, 'theirs.test')).toMatchObject({ isOwn: true });
    await pollOrganization(blocklist, other, kept, { timeoutMs: 1_000, source });
    expect(blocks(worker, 'theirs.test')).toBe(false);
  });
});
