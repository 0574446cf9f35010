import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blocklistVersion } from '../../../api/blocklist.ts';
import { listWriter } from '../../feature/import/list-writer.ts';
import { decide } from '../../feature/listing/decision.ts';
import { IMPLEMENTATIONS, ROUTES } from '../../feature/operations.ts';
import { createApplication } from '../../http/application.ts';
import { ORIGIN, ServiceFixture } from '../../http/service.fixture.ts';
import { until } from '../../jobs/until.fixture.ts';
import { Publisher, type PublisherTiming } from '../publisher.ts';
import { BucketRequests, bucketAddress } from './bucket.ts';
import { BucketServer } from './bucket-server.fixture.ts';
import { ListBucket } from './list-bucket.ts';

const LISTS = 'https://lists.example';
const BUSY = { status: 503, code: 'SlowDown' } as const;

let fixture: ServiceFixture;
let bucket: BucketServer;
let key: string;
let publishers: Publisher[];
let errors: string[];
beforeEach(async () => {
  fixture = await ServiceFixture.open();
  // Another publishing process could write between two steps of a test.
  await fixture.service.publisher.stop();
  key = await fixture.key(['protect']);
  bucket = new BucketServer();
  await bucket.start();
  publishers = [];
  errors = [];
}, 60_000);
afterEach(async () => {
  for (const publisher of publishers) await publisher.stop();
  await fixture.close();
  await bucket.stop();
});

/** A publisher as in a separate process, with its own knowledge of the bucket. */
function publisher(timing: Partial<PublisherTiming> = {}): Publisher {
  const address = bucketAddress(bucket.url);
  if ('problem' in address) throw new Error(address.problem);
  const { accessKeyId, secretAccessKey, region } = bucket;
  const own = { accessKeyId, secretAccessKey, sessionToken: null };
  const limits = { timeoutMs: 2_000, uploadTimeoutMs: 2_000, retryMs: 5 };
  const made = new Publisher({
    database: fixture.opened.database,
    store: new ListBucket(address, new BucketRequests(own, region, limits)),
    onError: (error, work) => errors.push(`${work}: ${String(error)}`),
    timing: { pollIntervalMs: 30, cleanIntervalMs: 30, ...timing },
  });
  publishers.push(made);
  return made;
}

async function version(of: Publisher) {
  const app = createApplication({ ...fixture.service, publisher: of, listUrl: LISTS }, IMPLEMENTATIONS, ROUTES);
  const answer = await app.request(`${ORIGIN}/api/v2${blocklistVersion.path}`, { headers: { 'X-API-KEY': key } });
  const { snapshot, recent, hot } = blocklistVersion.response.parse(await answer.json());
  const urls = [snapshot, recent, ...snapshot.changes, ...(hot ? [hot] : [])].map(({ url }) => url);
  return { count: snapshot.count + recent.count, urls };
}
/** Files named in a version document that a client would not find at the list address. */
const missing = ({ urls }: { urls: readonly string[] }) =>
  urls.filter((url) => !url.startsWith(`${LISTS}/`) || !bucket.objects.has(new URL(url).pathname.slice(1)));

const block = (content: string, status: 'BLOCKED' | 'UNKNOWN' = 'BLOCKED') =>
  decide(fixture.opened.database, {
    ...{ asset: { type: 'URL', content }, status, decidedBy: 'OPERATOR', source: 'test', reason: null },
  } as const);
async function blockMany(): Promise<void> {
  const entry = { type: 'URL', status: 'BLOCKED', reason: null, source: 'test' } as const;
  await listWriter(fixture.opened.database)(
    Array.from({ length: 1_100 }, (_, n) => ({ ...entry, content: `many${n}.example` })),
    () => undefined,
  );
}
const counts = async (of: Publisher, count: number) => until(async () => (await version(of)).count === count);

describe('a bucket', () => {
  it('has every file before it is announced, and the old list stays announced while it cannot be written', async () => {
    const process = publisher();
    await process.start();
    await blockMany();
    await counts(process, 1_100);
    await block('many7.example', 'UNKNOWN');
    await counts(process, 1_099);
    const before = await version(process);
    expect(before.urls.some((url) => url.includes('/from/'))).toBe(true);
    expect([missing(before), errors, process.failingSince]).toEqual([[], [], null]);

    bucket.fault = (request) => (request.startsWith('PUT') ? BUSY : null);
    await block('many8.example', 'UNKNOWN');
    await until(() => errors.length > 1);
    expect(await version(process)).toEqual(before);
    expect(errors[0]).toMatch(/^publication: BucketError: PUT .* was answered 503 SlowDown$/);
    expect(process.failingSince).toBeGreaterThan(0);

    bucket.fault = () => null;
    await counts(process, 1_098);
    const after = await version(process);
    expect([missing(after), process.failingSince]).toEqual([[], null]);
    expect(after.urls).not.toEqual(before.urls);
  }, 30_000);

  it('that is unreachable at the start is replaced by the service’s own files until it is reachable', async () => {
    await bucket.stop();
    const process = publisher();
    await process.start();
    await block('one.example');
    await counts(process, 1);
    const { urls } = await version(process);
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.filter((url) => !url.startsWith(`${ORIGIN}/lists/`))).toEqual([]);
    const app = createApplication({ ...fixture.service, publisher: process }, IMPLEMENTATIONS, ROUTES);
    for (const url of urls) expect((await app.request(url)).status).toBe(200);
    expect(errors[0]).toContain('ECONNREFUSED');

    await bucket.start();
    await until(() => process.inStore);
    expect(missing(await version(process))).toEqual([]);
  }, 30_000);

  it('with only some files of a killed process is completed by the next one', async () => {
    const first = publisher();
    await first.start();
    const empty = await version(first);
    let taken = 0;
    bucket.fault = (request) => (request.startsWith('PUT') && ++taken > 1 ? 'silence' : null);
    await first.holdWhile(blockMany);
    await until(() => taken > 1);
    await first.stop();
    expect(await version(first)).toEqual(empty);
    // An aborted write is not a failure of the store.
    expect(errors).toEqual([]);

    bucket.fault = () => null;
    const held = new Set(bucket.objects.keys());
    bucket.requests.length = 0;
    const second = publisher();
    await second.start();
    const now = await version(second);
    expect([now.count, missing(now)]).toEqual([1_100, []]);
    const sentAgain = bucket.requests.filter((request) => held.has(request.replace(/^PUT \/[^/]+\//, '')));
    expect([held.size, sentAgain]).toEqual([empty.urls.length + 1, []]);
  }, 30_000);

  it('accepts the files of two processes that publish at once', async () => {
    // A pace without waiting, even if few removals share a snapshot.
    const pace = { prompt: Number.POSITIVE_INFINITY, stepMs: 0, urgentMs: 0 };
    const two = [publisher({ pace }), publisher({ pace })];
    await Promise.all(two.map((process) => process.start()));
    await blockMany();
    for (let n = 0; n < 5; n += 1) {
      await block(`many${n}.example`, 'UNKNOWN');
      for (const process of two) expect(missing(await version(process))).toEqual([]);
    }
    for (const process of two) await counts(process, 1_095);
    const [one, other] = await Promise.all(two.map(version));
    expect([one!.urls, missing(one!), errors]).toEqual([other!.urls, [], []]);
  }, 30_000);

  it('is cleaned during publications, and gets new lists even if it cannot be cleaned', async () => {
    const process = publisher();
    bucket.put('lists/s1.0-00000000.bin', 2 * 60 * 60_000);
    bucket.fault = (request) => (/^GET .*list-type/.test(request) ? { status: 403, code: 'AccessDenied' } : null);
    await process.start();
    await until(() => errors.length > 0);
    expect(errors[0]).toMatch(/^cleaning of the list store: .*403 AccessDenied$/);
    expect([missing(await version(process)), process.failingSince]).toEqual([[], null]);

    bucket.fault = () => null;
    await block('one.example');
    await until(() => !bucket.objects.has('lists/s1.0-00000000.bin'));
    await counts(process, 1);
    expect(missing(await version(process))).toEqual([]);
  }, 30_000);
});
