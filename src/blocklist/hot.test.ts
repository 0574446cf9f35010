import { describe, expect, test } from 'vitest';
import { damage } from '../../test/fixtures/blocklist/damage.ts';
import {
  digestOfHot,
  type Handler,
  type Publication,
  tokenOf,
  VERSION_PATH,
} from '../../test/fixtures/blocklist/list-service.ts';
import { randomHot, randomPrefixes } from '../../test/fixtures/blocklist/random.ts';
import { clock, MINUTE, service, setStage } from '../../test/fixtures/blocklist/stage.ts';
import { wakeWorker } from '../../test/fixtures/blocklist/worker.ts';
import { prefixOf } from '../asset/index.ts';
import { encodeHot, type HotEntry, publicKeyOf } from './codec/artifact.ts';

const WORDS = { type: 'URL', reason: 'Wallet drainer', source: 'Acme' };
const HOT = randomHot(40, 1, WORDS);
const HASHES = HOT.map(({ hash }) => hash);
const LIST = Uint32Array.from([...HASHES.map(prefixOf), ...randomPrefixes(500, 2)]).sort();
const SMALLER = HOT.slice(0, 20);
const SECRET = '11'.repeat(32);
const hotPath = (entries: readonly HotEntry[]) => `/hot/${digestOfHot(entries).slice(0, 12)}`;
/** The hot tier's current answer. */
const hit = () => ({ at: clock.now, words: WORDS });

setStage();

async function awake(publicKeys: readonly string[] = []) {
  const worker = wakeWorker(service, { now: () => clock.now, publicKeys });
  await worker.blocklist.ready;
  return worker;
}
/** Publishes and syncs in a new worker. */
async function sync(publication: Publication, publicKeys: readonly string[] = []) {
  service.publish(publication);
  clock.now += MINUTE;
  const { sync, blocklist } = await awake(publicKeys);
  const { problem } = await sync.run('person');
  return { problem, blocklist };
}
const all = { snapshot: LIST, hot: HOT };
const downloads = () => service.paths().filter((path) => path.startsWith('/hot/'));

describe('the hot tier', () => {
  test('is fetched with the list, and the next worker knows it without a request', async () => {
    const { problem, blocklist } = await sync(all);
    expect(problem).toBeNull();
    for (const hash of HASHES) expect(blocklist.hot(hash)).toEqual(hit());
    service.requests.length = 0;
    const later = (await awake()).blocklist;
    for (const hash of HASHES) expect(later.hot(hash)).toEqual(hit());
    expect(downloads()).toEqual([]);
  });

  test('knows the whole hash, not its prefix', async () => {
    const { blocklist } = await sync(all);
    const sibling = HASHES[3]!.slice();
    sibling[31]! ^= 1;
    expect(blocklist.has(prefixOf(sibling))).toBe(true);
    expect(blocklist.hot(sibling)).toBe(false);
  });

  test('says nothing of what left the list, whose removal comes with the list and at once', async () => {
    await sync(all);
    const gone = HASHES[0]!;
    const { blocklist } = await sync({ snapshot: LIST.filter((prefix) => prefix !== prefixOf(gone)), hot: HOT });
    expect([blocklist.hot(gone), blocklist.hot(HASHES[1]!)]).toEqual([false, hit()]);
  });

  test('is not fetched again while it is the same, and is replaced whole', async () => {
    await sync(all);
    await sync({ ...all, recent: randomPrefixes(3, 4) });
    expect(downloads()).toHaveLength(1);
    const { blocklist } = await sync({ snapshot: LIST, hot: SMALLER });
    expect([blocklist.hot(HASHES[19]!), blocklist.hot(HASHES[20]!)]).toEqual([hit(), false]);
    expect((await awake()).blocklist.hot(HASHES[20]!)).toBe(false);
  });

  test('may be empty, and ends where the service has none any more', async () => {
    await sync(all);
    expect((await sync({ snapshot: LIST, hot: [] })).blocklist.hot(HASHES[0]!)).toBe(false);
    await sync(all);
    const { problem, blocklist } = await sync({ snapshot: LIST });
    expect([problem, blocklist.hot(HASHES[0]!)]).toEqual([null, false]);
    expect((await awake()).blocklist.hotTier).toBeNull();
  });

  test('announced as something else by another operator is passed over', async () => {
    const document = service.publish({ snapshot: LIST });
    service.announce({ ...document, hot: ['claim.example'] });
    const { sync: run, blocklist } = await awake();
    expect((await run.run('person')).problem).toBeNull();
    expect(blocklist.hotTier).toBeNull();
  });

  const answer =
    (body: string | Uint8Array): Handler =>
    (_, response) =>
      response.end(body);
  test.each<[string, Handler]>([
    ['truncated', answer(encodeHot(HOT).subarray(0, 100))],
    ['a page', answer('<html>')],
    ['longer than announced', answer(new Uint8Array(10_000))],
    ['refused', (_, response) => response.writeHead(500).end()],
  ])('that is %s: the old one serves, the new list is taken, the state says so, and it heals', async (_, fault) => {
    await sync({ snapshot: LIST, hot: SMALLER });
    service.faults.set(hotPath(HOT), fault);
    const snapshot = Uint32Array.from([...LIST, ...randomPrefixes(2, 9)]).sort();
    const { problem, blocklist } = await sync({ snapshot, hot: HOT });
    expect(problem?.kind).toMatch(/list-rejected|service-refused/);
    expect(blocklist.info?.token).toBe(tokenOf(snapshot));
    expect([blocklist.hot(HASHES[0]!), blocklist.hot(HASHES[30]!)]).toEqual([expect.anything(), false]);
    service.faults.clear();
    expect((await sync({ snapshot, hot: HOT })).blocklist.hot(HASHES[30]!)).toEqual(hit());
  });

  test('larger than it may be is not fetched', async () => {
    const document = service.publish(all);
    service.announce({ ...document, hot: { ...document.hot, count: 5_001 } });
    const { sync: run } = await awake();
    expect((await run.run('person')).problem).toMatchObject({
      kind: 'list-rejected',
      detail: expect.stringMatching(/too large/),
    });
    expect(downloads()).toEqual([]);
  });

  test('must be signed as itself where the build carries a key', async () => {
    const keys = [publicKeyOf(SECRET)];
    const signing = { secretKey: SECRET, version: 7 };
    expect((await sync({ ...all, signing }, keys)).blocklist.hot(HASHES[0]!)).not.toBe(false);
    const forged = service.publish({ snapshot: LIST, hot: SMALLER, signing: { ...signing, version: 8 } });
    service.announce({
      ...forged,
      hot: { ...forged.hot, signature: 'signature' in forged.recent ? forged.recent.signature : '' },
    });
    clock.now += MINUTE;
    const { sync: run, blocklist } = await awake(keys);
    expect((await run.run('person')).problem?.kind).toBe('list-rejected');
    expect(blocklist.hotTier?.table.size).toBe(40);
    const { problem } = await sync({ snapshot: LIST, hot: SMALLER, signing: { ...signing, version: 6 } }, keys);
    expect(problem?.detail).toMatch(/older/);
  });
});

describe('a hot tier that was damaged on disk', () => {
  test.each<[string, (bytes: Uint8Array<ArrayBuffer>) => unknown]>([
    ['in one bit', (bytes) => ({ bytes: new Blob([bytes.with(20, bytes[20]! ^ 1)]) })],
    ['in length', (bytes) => ({ bytes: new Blob([bytes.subarray(0, 70)]) })],
    ['in shape', () => ({ bytes: 'x' })],
  ])('%s: it is dropped once that is seen, and fetched again', async (_, edit) => {
    await sync(all);
    await damage('hot', async (value) => {
      const record = value as { readonly bytes: Blob };
      return { ...record, ...(edit(new Uint8Array(await record.bytes.arrayBuffer())) as object) };
    });
    service.requests.length = 0;
    const { blocklist, sync: run } = await awake();
    await blocklist.verify();
    expect(blocklist.hotTier).toBeNull();
    expect(blocklist.has(LIST[0]!)).toBe(true);
    clock.now += MINUTE;
    expect((await run.run('person')).problem).toBeNull();
    expect(service.requests.find(({ path }) => path === VERSION_PATH)?.headers['if-none-match']).toBeUndefined();
    expect(blocklist.hot(HASHES[0]!)).toEqual(hit());
    expect((await awake()).blocklist.hot(HASHES[0]!)).toEqual(hit());
  });
});
