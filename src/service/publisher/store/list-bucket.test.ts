import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { awsSignature } from './aws-signature.fixture.ts';
import { type BucketCredentials, BucketRequests, bucketAddress } from './bucket.ts';
import { type BucketFault, BucketServer } from './bucket-server.fixture.ts';
import { ListBucket } from './list-bucket.ts';

const HOUR = 60 * 60_000;
const GOES_ON = new AbortController().signal;
/** Long enough for a busy machine: only a missing answer may exceed it. */
const TIMEOUT_MS = 20_000;
const SHORT_MS = 600;
const bytes = async () => Uint8Array.of(1, 2, 3);

let server: BucketServer;
beforeEach(async () => {
  server = new BucketServer();
  await server.start();
});
afterEach(() => server.stop());

function open(over: Partial<BucketCredentials & { url: string; region: string; timeoutMs: number }> = {}): ListBucket {
  const { url = server.url, region = server.region, timeoutMs = TIMEOUT_MS, ...credentials } = over;
  const address = bucketAddress(url);
  if ('problem' in address) throw new Error(address.problem);
  const { accessKeyId, secretAccessKey } = server;
  const own = { accessKeyId, secretAccessKey, sessionToken: null, ...credentials };
  return new ListBucket(
    address,
    new BucketRequests(own, region, { timeoutMs, uploadTimeoutMs: timeoutMs, retryMs: 5 }),
  );
}
const write = (bucket: ListBucket, path = '/lists/a.bin', stopped = GOES_ON) => bucket.write(path, bytes, stopped);
const failure = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error) => String(error),
  );
const times = (method: string) => server.requests.filter((request) => request.startsWith(method)).length;
/** Fails the first requests of a method, or all. */
const failing = (method: string, fault: BucketFault, most = Number.POSITIVE_INFINITY) => {
  let left = most;
  server.fault = (request) => (request.startsWith(method) && left-- > 0 ? fault : null);
};

it('the signature in these tests is that of the published example', () => {
  const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': nothing,
    'x-amz-date': '20130524T000000Z',
  };
  const scope = { date: '20130524T000000Z', region: 'us-east-1', signedHeaders: Object.keys(headers) };
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  expect(awsSignature({ method: 'GET', target: '/test.txt', headers }, scope, secret)).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

describe('a file', () => {
  it('is uploaded once, complete and with headers for a CDN', async () => {
    const bucket = open({ url: `${server.url}/some/where` });
    await write(bucket);
    const object = server.objects.get('some/where/lists/a.bin');
    expect([...object!.body]).toEqual([1, 2, 3]);
    expect(object!.headers).toEqual({
      type: 'application/octet-stream',
      cache: 'public, max-age=31536000, immutable',
    });
    const again = () => bucket.write('/lists/a.bin', () => Promise.reject(new Error('It is read again')), GOES_ON);
    await again();
    expect(server.requests.length).toBe(2);
    await open({ url: `${server.url}/some/where` }).write('/lists/a.bin', () => Promise.reject(new Error()), GOES_ON);
    expect([times('HEAD'), times('PUT')]).toEqual([2, 1]);
  });

  it('is uploaded with temporary credentials too', async () => {
    server.sessionToken = 'token/with+signs==';
    await write(open({ sessionToken: server.sessionToken }));
    expect(server.objects.size).toBe(1);
    expect(await failure(write(open({ sessionToken: 'expired' }), '/lists/b.bin'))).toContain('InvalidToken');
  });

  it('is uploaded again while the store is slow, closes the connection or does not answer', async () => {
    const faults = [{ status: 503, code: 'SlowDown' }, { status: 429, code: 'TooMany' }, 'hang up', 'silence'] as const;
    for (const [n, fault] of faults.entries()) {
      failing('PUT', fault, 2);
      await write(open(fault === 'silence' ? { timeoutMs: SHORT_MS } : {}), `/lists/${n}.bin`);
    }
    expect([server.objects.size, times('PUT')]).toEqual([4, 12]);
  });

  it('is given up in bounded time, with an error', async () => {
    failing('PUT', { status: 503, code: 'SlowDown' });
    expect(await failure(write(open()))).toMatch(/PUT .*\/lists\/a\.bin was answered 503 SlowDown$/);
    failing('HEAD', 'silence');
    expect(await failure(write(open({ timeoutMs: SHORT_MS })))).toMatch(/No answer to HEAD .*: too late$/);
    expect([times('PUT'), times('HEAD')]).toEqual([3, 4]);
    await server.stop();
    expect(await failure(write(open()))).toMatch(/No answer to HEAD .*: ECONNREFUSED$/);
    expect(server.objects.size).toBe(0);
  });

  it('is not uploaded again after a refusal, whose error has no key', async () => {
    failing('', { status: 403, code: 'AccessDenied' });
    expect(await failure(write(open()))).toMatch(/PUT .* was answered 403 AccessDenied$/);
    failing('', { status: 301, code: 'PermanentRedirect' });
    expect(await failure(write(open()))).toContain('is it the right endpoint and region?');
    failing('', null);
    const wrong = { secretAccessKey: 'another-secret' };
    const told = await failure(write(open(wrong)));
    expect(told).toContain('403 SignatureDoesNotMatch');
    expect(told).not.toMatch(/another-secret|AKIDEXAMPLE/);
    expect(await failure(write(open({ region: 'elsewhere' })))).toContain('was answered 400');
    expect(await failure(write(open({ url: `${server.url}-missing` })))).toContain('404 NoSuchBucket');
    expect(times('PUT')).toBe(3);
    expect(server.objects.size).toBe(0);
  });

  it('is aborted at once when the service stops', async () => {
    failing('PUT', 'silence');
    const stopping = new AbortController();
    const given = failure(write(open(), '/lists/a.bin', stopping.signal));
    await expect.poll(() => times('PUT')).toBe(1);
    stopping.abort();
    // A later abort would be reported as a timeout.
    expect(await given).toContain('AbortError');
    expect(times('PUT')).toBe(1);
  });
});

describe('cleaning', () => {
  it('deletes on all pages only files that are no longer announced and an hour old by the clock of the store', async () => {
    server.clockAheadMs = 3 * HOUR;
    for (const key of [
      'lists/old.bin',
      'lists/old/from/older.bin',
      'lists/older.bin',
      'lists/known.bin',
      'lists/known/from/older.bin',
      'lists/someone-elses.txt',
      'lists/.bin/x',
      'elsewhere/old.bin',
    ])
      server.put(key, 2 * HOUR);
    server.put('lists/fresh.bin', HOUR / 2);
    await open().forget(new Set(['known']), GOES_ON);
    expect([...server.objects.keys()].sort()).toEqual([
      'elsewhere/old.bin',
      'lists/.bin/x',
      'lists/fresh.bin',
      'lists/known.bin',
      'lists/known/from/older.bin',
      'lists/someone-elses.txt',
    ]);
  });

  it('deletes nothing outside its prefix', async () => {
    for (const key of ['lists/old.bin', 'mine/lists/old.bin', 'mine-too/lists/old.bin']) server.put(key, 2 * HOUR);
    await open({ url: `${server.url}/mine` }).forget(new Set(), GOES_ON);
    expect([...server.objects.keys()]).toEqual(['lists/old.bin', 'mine-too/lists/old.bin']);
  });

  it('deletes nothing when the listing is refused or invalid', async () => {
    server.put('lists/old.bin', 2 * HOUR);
    failing('GET', { status: 403, code: 'AccessDenied' });
    expect(await failure(open().forget(new Set(), GOES_ON))).toContain('403 AccessDenied');
    failing('GET', { status: 200, code: 'Portal' });
    expect(await failure(open().forget(new Set(), GOES_ON))).toContain('no listing');
    expect(server.objects.size).toBe(1);
  });

  it('accepts that another process has deleted a file', async () => {
    server.put('lists/old.bin', 2 * HOUR);
    failing('DELETE', { status: 404, code: 'NoSuchKey' });
    expect(await failure(open().forget(new Set(), GOES_ON))).toBe('none');
  });
});

it('the address has endpoint, bucket and prefix, and never a key', () => {
  expect(bucketAddress('https://s3.example/bucket')).toEqual({ url: 'https://s3.example/bucket', prefix: '' });
  expect(bucketAddress('http://store:9000/bucket/a/b/')).toEqual({ url: 'http://store:9000/bucket', prefix: 'a/b/' });
  for (const text of [
    's3.example/bucket',
    's3://bucket',
    'https://s3.example',
    'https://s3.example/bucket//a',
    'https://s3.example/bucket/a%20b',
    'https://s3.example/bucket?x=1',
  ])
    expect(bucketAddress(text)).toHaveProperty('problem');
  expect(bucketAddress('https://key:secret@s3.example/bucket')).toEqual({
    problem: expect.not.stringContaining('secret@'),
  });
});
