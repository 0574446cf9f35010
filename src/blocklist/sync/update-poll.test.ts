import { describe, expect, test } from 'vitest';
import { damage, withPrefix } from '../../../test/fixtures/blocklist/damage.ts';
import {
  type Handler,
  type Signing,
  tokenOf,
  UPDATE_PATH,
  updatePart,
  VERSION_PATH,
} from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { answer, clock, MINUTE, service, setStage } from '../../../test/fixtures/blocklist/stage.ts';
import { SECRET_KEY, wakeWorker } from '../../../test/fixtures/blocklist/worker.ts';
import { publicKeyOf } from '../codec/artifact.ts';

const NONE = new Uint32Array();
const OLD = randomPrefixes(2_000, 1);
const NEW = Uint32Array.from([...OLD.subarray(10), ...randomPrefixes(30, 2)]).sort();
const RECENT = randomPrefixes(5, 3);
const LATER = Uint32Array.from([...RECENT.subarray(1), ...randomPrefixes(2, 4)]).sort();
const SECRET = '11'.repeat(32);
const settings = '0badcafe';
const PATH = `${UPDATE_PATH}/${tokenOf(RECENT)}`;

setStage();

const signing = (version: number, secretKey = SECRET): Signing => ({ secretKey, version });
const wake = (publicKeys: readonly string[] = []) => wakeWorker(service, { publicKeys, now: () => clock.now });
type Worker = ReturnType<typeof wake>;

/** A worker that has polled a service with updates. */
async function holding(publicKeys: readonly string[] = []): Promise<Worker> {
  service.publish({ snapshot: OLD, recent: RECENT, updates: settings, signing: signing(7) });
  const worker = wake(publicKeys);
  expect((await worker.sync.run('person')).problem).toBeNull();
  service.requests.length = 0;
  return worker;
}
async function poll(worker: Worker) {
  clock.now += MINUTE;
  service.requests.length = 0;
  const { problem } = await worker.sync.run('person');
  return { problem, paths: service.paths() };
}
const holds = ({ blocklist }: Worker) => [blocklist.snapshot?.table.prefixes(), blocklist.recent?.table.prefixes()];

const additions = (sign?: Signing) => ({
  kind: 'changed' as const,
  settings,
  snapshot: null,
  recent: updatePart('recent', RECENT, LATER, sign),
});
const everything = (sign?: Signing) => ({
  kind: 'changed' as const,
  settings,
  snapshot: updatePart('snapshot', OLD, NEW, sign),
  recent: updatePart('recent', NONE, LATER, sign),
});

describe('a service that offers updates is asked for one', () => {
  test('which says that nothing is new, and only the times move', async () => {
    const worker = await holding();
    service.update(RECENT, { kind: 'current', settings });
    expect(await poll(worker)).toEqual({ problem: null, paths: [PATH] });
    expect(worker.blocklist.info?.currentAt).toBe(clock.now);
    expect(worker.changes).toEqual(['update']);
  });

  test.each([
    ['other additions', additions, [OLD, LATER]],
    ['another snapshot', everything, [NEW, LATER]],
  ] as const)('which brings %s, and the next one goes on from there', async (_, update, lists) => {
    const keys = [publicKeyOf(SECRET)];
    const worker = await holding(keys);
    service.update(RECENT, update(signing(8)));
    expect(await poll(worker)).toEqual({ problem: null, paths: [PATH] });
    expect(holds(worker)).toEqual(lists);
    const next = service.update(LATER, { kind: 'current', settings });
    const later = wake(keys);
    expect(await poll(later)).toMatchObject({ problem: null, paths: expect.arrayContaining([next]) });
    expect(holds(later)).toEqual(lists);
    expect(service.paths()).not.toContain(VERSION_PATH);
  });

  test('with the key, and with nothing else that names anyone', async () => {
    const worker = await holding();
    service.update(RECENT, { kind: 'current', settings });
    await poll(worker);
    const { headers } = service.requests[0]!;
    expect(headers['x-api-key']).toBe(SECRET_KEY);
    expect([headers.cookie, headers.referer, headers['if-none-match']]).toEqual([undefined, undefined, undefined]);
  });
});

describe('the version document is asked in the same poll', () => {
  test.each<[string, Handler]>([
    ['404', answer(404)],
    ['400', answer(400, {}, '{"message":"unknown"}')],
    ['a page', answer(200, { 'content-type': 'text/html' }, '<html>Sign in</html>')],
    ['nothing', answer(200)],
    ['an endless answer', answer(200, {}, new Uint8Array(100_000))],
    ['304', answer(304)],
  ])('where an update is answered with %s', async (_, fault) => {
    const worker = await holding();
    service.faults.set(PATH, fault);
    service.publish({ snapshot: OLD, recent: LATER, updates: settings, signing: signing(8) });
    const { problem, paths } = await poll(worker);
    expect([problem, paths.slice(0, 2)]).toEqual([null, [PATH, VERSION_PATH]]);
    expect(holds(worker)).toEqual([OLD, LATER]);
  });

  const wrong = '5'.repeat(64);
  test.each([
    ['is about more than the lists', { kind: 'whole' as const }],
    ['belongs to another version document', { ...additions(signing(8)), settings: 'ffffffff' }],
    ['says that nothing is new beside another version document', { kind: 'current' as const, settings: 'ffffffff' }],
    ['is not signed', additions()],
    ['is signed by a foreign key', additions(signing(8, '33'.repeat(32)))],
    ['is older than what is kept', additions(signing(6))],
    ['leads to another list', { ...additions(signing(8)), recent: { ...additions(signing(8)).recent, sha256: wrong } }],
    ['has a snapshot that is not signed', { ...everything(signing(8)), snapshot: everything().snapshot }],
    [
      'begins at another list',
      { ...additions(signing(8)), recent: updatePart('recent', randomPrefixes(9, 8), LATER, signing(8)) },
    ],
    [
      'takes away more than half of the list',
      { ...everything(signing(8)), snapshot: updatePart('snapshot', OLD, OLD.subarray(0, 900), signing(8)) },
    ],
  ])('where an update %s: nothing of it is used', async (_, update) => {
    const worker = await holding([publicKeyOf(SECRET)]);
    service.update(RECENT, update);
    service.faults.set(VERSION_PATH, answer(500));
    expect(await poll(worker)).toMatchObject({ problem: { kind: 'service-refused' }, paths: [PATH, VERSION_PATH] });
    expect(holds(worker)).toEqual([OLD, RECENT]);
    service.faults.clear();
    service.publish({ snapshot: NEW, recent: LATER, changesFrom: [OLD], updates: settings, signing: signing(8) });
    expect((await poll(worker)).problem).toBeNull();
    expect(holds(worker)).toEqual([NEW, LATER]);
  });

  test('where an update is older than what is kept, also without a key', async () => {
    const worker = await holding();
    service.update(RECENT, additions(signing(6)));
    service.faults.set(VERSION_PATH, answer(500));
    expect(await poll(worker)).toMatchObject({ problem: { kind: 'service-refused' }, paths: [PATH, VERSION_PATH] });
    expect(holds(worker)).toEqual([OLD, RECENT]);
  });

  test('where the stored list is not what the last poll left', async () => {
    const worker = await holding();
    await worker.store.write({ recent: null });
    const { paths } = await poll(wake());
    expect(paths).toContain(VERSION_PATH);
    expect(paths).not.toContain(PATH);
  });

  test('and brings the list whole where the stored one has another entry', async () => {
    await holding();
    await damage('snapshot', (value) => withPrefix(value, 1_000, (prefix) => prefix ^ 1));
    service.update(RECENT, everything(signing(8)));
    service.publish({ snapshot: NEW, recent: LATER, changesFrom: [OLD], updates: settings, signing: signing(8) });
    const worker = wake();
    const { problem, paths } = await poll(worker);
    expect(problem).toBeNull();
    const way = [PATH, VERSION_PATH, `/changes/${tokenOf(OLD)}/${tokenOf(NEW)}`, `/snapshot/${tokenOf(NEW)}`];
    expect(paths).toEqual(expect.arrayContaining(way));
    expect(holds(worker)).toEqual([NEW, LATER]);
    expect(NEW.every((prefix) => worker.blocklist.has(prefix))).toBe(true);
  });

  test('where a list of before a key was known is kept unsigned', async () => {
    await holding();
    service.update(RECENT, { kind: 'current', settings });
    const { problem, paths } = await poll(wake([publicKeyOf(SECRET)]));
    expect(problem).toBeNull();
    expect(paths).not.toContain(PATH);
    expect(paths).toContain(VERSION_PATH);
  });
});

test.each<[string, string, Handler]>([
  ['is down', 'service-refused', answer(503)],
  ['asks for patience', 'service-refused', answer(429, { 'retry-after': '600' })],
  ['refuses the key', 'key-refused', answer(401)],
])('a service that %s is not asked twice in one poll', async (_, kind, fault) => {
  const worker = await holding();
  service.faults.set(PATH, fault);
  expect(await poll(worker)).toMatchObject({ problem: { kind }, paths: [PATH] });
  expect(holds(worker)).toEqual([OLD, RECENT]);
});

test('a service that offers none is never asked for one', async () => {
  service.publish({ snapshot: OLD, recent: RECENT });
  const worker = wake();
  await poll(worker);
  expect((await poll(worker)).paths).toEqual([VERSION_PATH]);
});
