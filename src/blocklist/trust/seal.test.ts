import { describe, expect, test } from 'vitest';
import { ListService, type Publication, tokenOf, VERSION_PATH } from '../../../test/fixtures/blocklist/list-service.ts';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { clock, MINUTE, service, setStage } from '../../../test/fixtures/blocklist/stage.ts';
import { wakeWorker } from '../../../test/fixtures/blocklist/worker.ts';
import { publicKeyOf } from '../codec/artifact.ts';

const OLD = randomPrefixes(2_000, 1);
const NEW = Uint32Array.from([...OLD.subarray(10), ...randomPrefixes(30, 2)]).sort();
const RECENT = randomPrefixes(5, 3);
const [FIRST, SECOND, FOREIGN] = ['11'.repeat(32), '22'.repeat(32), '33'.repeat(32)];
const KEYS = [publicKeyOf(FIRST)];

setStage();

const wake = (publicKeys: readonly string[] = KEYS, baseUrl = service.baseUrl) =>
  wakeWorker(service, { publicKeys, baseUrl, now: () => clock.now });
const sign = (version: number, secretKey = FIRST) => ({ signing: { secretKey, version } });
type Document = ReturnType<ListService['publish']>;

/** Publishes, syncs in a new worker, and returns the reported problem and the list in use. */
async function sync(
  publication: Publication,
  publicKeys: readonly string[] = KEYS,
  alter = (document: Document) => document,
) {
  const document = service.publish(publication);
  service.announce(alter(document));
  return syncAgain(publicKeys);
}
async function syncAgain(publicKeys: readonly string[] = KEYS) {
  clock.now += MINUTE;
  const { sync, blocklist } = wake(publicKeys);
  const { problem } = await sync.run('person');
  return { problem, blocklist, token: blocklist.info?.token, recentToken: blocklist.info?.recentToken };
}
async function holding(version = 7) {
  expect((await sync({ snapshot: OLD, recent: RECENT, ...sign(version) })).problem).toBeNull();
  service.requests.length = 0;
}
const listRequests = () => service.paths().filter((path) => /^\/(snapshot|recent|changes)/.test(path));

describe('a build with a key', () => {
  test('accepts a signed list, as a whole and by changes', async () => {
    await holding();
    const { problem, blocklist } = await sync({ snapshot: NEW, changesFrom: [OLD], ...sign(8) });
    expect([problem, blocklist.info?.token]).toEqual([null, tokenOf(NEW)]);
    expect(listRequests().filter((path) => path.startsWith('/snapshot'))).toEqual([]);
  });

  const forged: [string, string, (document: Document) => Document, RegExp][] = [
    [
      'no signature',
      FIRST,
      ({ snapshot, ...rest }) => ({ ...rest, snapshot: without(snapshot, 'signature') }),
      /not signed, and/,
    ],
    [
      'no version',
      FIRST,
      ({ snapshot, ...rest }) => ({ ...rest, snapshot: without(snapshot, 'version') }),
      /not signed, and/,
    ],
    [
      'no digest',
      FIRST,
      ({ snapshot, ...rest }) => ({ ...rest, snapshot: without(snapshot, 'sha256') }),
      /not signed, and/,
    ],
    [
      'a version of words',
      FIRST,
      (all) => ({ ...all, snapshot: { ...all.snapshot, version: 'eight' as never } }),
      /not signed, and/,
    ],
    [
      'a signature of another shape',
      FIRST,
      (all) => ({ ...all, snapshot: { ...all.snapshot, signature: [] as never } }),
      /not signed, and/,
    ],
    ['a key that is not in the brand', FOREIGN, (all) => all, /not signed by a key/],
    [
      'another token',
      FIRST,
      (all) => ({ ...all, snapshot: { ...all.snapshot, token: 'other' } }),
      /not signed by a key/,
    ],
    [
      'a later version than was signed',
      FIRST,
      (all) => ({ ...all, snapshot: { ...all.snapshot, version: 99 } }),
      /not signed by a key/,
    ],
    ['another count', FIRST, (all) => ({ ...all, snapshot: { ...all.snapshot, count: 3 } }), /not signed by a key/],
    [
      'half a signature',
      FIRST,
      (all) => ({ ...all, snapshot: { ...all.snapshot, signature: signatureOf(all.snapshot).slice(0, 64) } }),
      /not signed by a key/,
    ],
    [
      'the signature of the other file',
      FIRST,
      (all) => ({ ...all, snapshot: { ...all.snapshot, signature: signatureOf(all.recent) } }),
      /not signed by a key/,
    ],
    [
      'the additions given as the whole list',
      FIRST,
      (all) => ({ ...all, snapshot: { ...all.recent, changes: [] } }),
      /not signed by a key/,
    ],
  ];

  test.each(forged)(
    '%s: rejects the list before fetching any of it and keeps the old one',
    async (_, key, alter, detail) => {
      await holding();
      const publication = { snapshot: NEW, recent: RECENT, ...sign(8, key) };
      const { problem, token, recentToken, blocklist } = await sync(publication, KEYS, alter);
      expect(problem?.kind).toBe('list-rejected');
      expect(problem?.detail).toMatch(detail);
      expect([token, recentToken]).toEqual([tokenOf(OLD), tokenOf(RECENT)]);
      expect(blocklist.has(OLD[0]!)).toBe(true);
      expect(listRequests()).toEqual([]);
      expect((await sync({ snapshot: NEW, ...sign(8) })).token).toBe(tokenOf(NEW));
    },
  );

  test('skips additions with a bad signature and accepts the signed snapshot', async () => {
    await holding();
    const alter = ({ recent, ...rest }: Document) => ({ ...rest, recent: without(recent, 'signature') });
    const { problem, token, recentToken } = await sync(
      { snapshot: NEW, recent: randomPrefixes(3, 9), ...sign(8) },
      KEYS,
      alter,
    );
    expect([problem?.kind, token, recentToken]).toEqual(['list-rejected', tokenOf(NEW), tokenOf(RECENT)]);
  });

  test('rejects bytes that do not match the signed digest', async () => {
    await holding();
    service.faults.set(`/snapshot/${tokenOf(NEW)}`, (_, response) => response.end('no list'));
    expect((await sync({ snapshot: NEW, ...sign(8) })).problem?.kind).toBe('list-rejected');
    expect((await syncAgain()).token).toBe(tokenOf(OLD));
  });

  test('fetches again a list that a build without a key stored, and does not confirm it unsigned', async () => {
    service.publish({ snapshot: OLD });
    expect((await syncAgain([])).problem).toBeNull();
    expect((await syncAgain(KEYS)).problem?.kind).toBe('list-rejected');
    service.publish({ snapshot: OLD, ...sign(8) });
    expect((await syncAgain(KEYS)).problem).toBeNull();
    service.requests.length = 0;
    expect((await syncAgain(KEYS)).problem).toBeNull();
    expect(service.requests.find(({ path }) => path === VERSION_PATH)?.headers['if-none-match']).toBeTruthy();
  });
});

describe('an older list', () => {
  test.each<[string, Publication]>([
    ['snapshot', { snapshot: NEW, recent: RECENT, ...sign(6) }],
    ['set of additions', { snapshot: OLD, recent: randomPrefixes(2, 8), ...sign(6) }],
  ])('is rejected: %s', async (_, older) => {
    await holding(7);
    const { problem, token, recentToken } = await sync(older);
    expect(problem).toMatchObject({ kind: 'list-rejected', detail: expect.stringMatching(/older/) });
    expect([token, recentToken]).toEqual([tokenOf(OLD), tokenOf(RECENT)]);
  });

  test('than the bundled one is rejected too', async () => {
    service.bundle(OLD, '2026-10-01T00:00:00Z', { secretKey: FIRST, version: 7 });
    expect(await sync({ snapshot: NEW, ...sign(6) })).toMatchObject({
      problem: { kind: 'list-rejected' },
      token: tokenOf(OLD),
    });
    expect(await sync({ snapshot: NEW, ...sign(8) })).toMatchObject({ problem: null, token: tokenOf(NEW) });
  });

  test('of the same version as the stored one is accepted', async () => {
    await holding(7);
    expect(await sync({ snapshot: NEW, recent: RECENT, ...sign(7) })).toMatchObject({
      problem: null,
      token: tokenOf(NEW),
    });
  });

  test('is accepted from another service', async () => {
    await holding(7);
    const other = await new ListService().start();
    try {
      other.publish({ snapshot: NEW, ...sign(2) });
      const { sync, blocklist } = wake(KEYS, other.baseUrl);
      expect((await sync.run('alarm')).problem).toBeNull();
      expect(blocklist.info?.token).toBe(tokenOf(NEW));
    } finally {
      await other.stop();
    }
  });

  test('is rejected even if an unsigned document says that it replaces a newer one', async () => {
    await holding(7);
    expect(await sync({ snapshot: NEW, replace: true, ...sign(6) })).toMatchObject({
      problem: { kind: 'list-rejected' },
      token: tokenOf(OLD),
    });
  });
});

describe('in a build without a key, an older list', () => {
  async function holdingUnsigned(version = 7) {
    expect((await sync({ snapshot: OLD, recent: RECENT, ...sign(version) }, [])).problem).toBeNull();
    service.requests.length = 0;
  }

  test.each<[string, Publication]>([
    ['snapshot', { snapshot: NEW, recent: RECENT, ...sign(6) }],
    ['set of additions', { snapshot: OLD, recent: randomPrefixes(2, 8), ...sign(6) }],
    ['list without a version', { snapshot: NEW, recent: RECENT }],
  ])('is rejected before it is fetched: %s', async (_, older) => {
    await holdingUnsigned();
    const { problem, token, recentToken } = await sync(older, []);
    expect(problem).toMatchObject({ kind: 'list-rejected', detail: expect.stringMatching(/older/) });
    expect([token, recentToken]).toEqual([tokenOf(OLD), tokenOf(RECENT)]);
    expect(listRequests()).toEqual([]);
    expect((await sync({ snapshot: NEW, recent: RECENT, ...sign(8) }, [])).token).toBe(tokenOf(NEW));
  });

  test('than the bundled one is rejected', async () => {
    service.bundle(OLD, '2026-10-01T00:00:00Z', { version: 7 });
    expect(await sync({ snapshot: NEW, ...sign(6) }, [])).toMatchObject({
      problem: { kind: 'list-rejected' },
      token: tokenOf(OLD),
    });
  });

  test('is accepted with its additions if the service says that it replaces the newer one', async () => {
    await holdingUnsigned();
    const older = { snapshot: NEW, recent: randomPrefixes(2, 8), replace: true, ...sign(6) };
    const { problem, token, recentToken } = await sync(older, []);
    expect([problem, token, recentToken]).toEqual([null, tokenOf(NEW), tokenOf(older.recent)]);
  });

  test('is not detected if the service sends no version: each list counts as the newest', async () => {
    for (const snapshot of [OLD, NEW, OLD])
      expect(await sync({ snapshot }, [])).toMatchObject({ problem: null, token: tokenOf(snapshot) });
  });

  test('does not block lists signed with a key that a later build requires', async () => {
    await holdingUnsigned(Number.MAX_SAFE_INTEGER);
    expect(await sync({ snapshot: NEW, ...sign(8) })).toMatchObject({ problem: null, token: tokenOf(NEW) });
  });
});

describe('during key rotation', () => {
  const both = [publicKeyOf(FIRST), publicKeyOf(SECOND)];

  test('both keys are accepted, then only the new one', async () => {
    expect((await sync({ snapshot: OLD, ...sign(7) }, both)).problem).toBeNull();
    expect((await sync({ snapshot: NEW, ...sign(8, SECOND) }, both)).token).toBe(tokenOf(NEW));
    expect((await sync({ snapshot: OLD, ...sign(9) }, [publicKeyOf(SECOND)])).problem?.kind).toBe('list-rejected');
    expect((await sync({ snapshot: OLD, ...sign(9, SECOND) }, [publicKeyOf(SECOND)])).token).toBe(tokenOf(OLD));
  });

  test('a list signed again is recorded without fetching it, and older lists are still rejected', async () => {
    await holding(7);
    expect((await sync({ snapshot: OLD, recent: RECENT, ...sign(8, SECOND) }, both)).problem).toBeNull();
    expect(listRequests()).toEqual([]);
    expect((await sync({ snapshot: NEW, ...sign(7, SECOND) }, [publicKeyOf(SECOND)])).problem?.detail).toMatch(/older/);
  });

  test('a version signed only by a withdrawn key does not block newer lists', async () => {
    await holding(Number.MAX_SAFE_INTEGER);
    const { problem, token } = await sync({ snapshot: NEW, ...sign(8, SECOND) }, [publicKeyOf(SECOND)]);
    expect([problem, token]).toEqual([null, tokenOf(NEW)]);
  });
});

const without = <T extends object, K extends string>(value: T, key: K): T =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as T;

function signatureOf(file: object): string {
  if (!('signature' in file) || typeof file.signature !== 'string') throw new Error('This file is not signed');
  return file.signature;
}
