import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocklistConfirm, blocklistVersion } from '../../../api/blocklist.ts';
import { operationUrl } from '../../../api/client.ts';
import { SCOPES } from '../../../api/operation.ts';
import { type Asset, hashExpression, prefixOf, toHex } from '../../../asset/index.ts';
import { listedExpression } from '../../../asset/listing/listed-expression.ts';
import { applyChanges, decodePrefixes, digestOf, PrefixTable } from '../../../blocklist/codec/artifact.ts';
import { ORIGIN, ServiceFixture } from '../../http/service.fixture.ts';
import { listWriter } from '../import/list-writer.ts';
import { decide } from '../listing/decision.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

const site = (content: string): Asset => ({ type: 'URL', content });
const hashOf = (asset: Asset) => hashExpression(listedExpression(asset));
const prefixOfSite = (content: string) => prefixOf(hashOf(site(content)));

async function set(content: string, status: 'BLOCKED' | 'UNKNOWN', reason: string | null = null): Promise<void> {
  await decide(fixture.opened.database, {
    asset: site(content),
    status,
    decidedBy: 'OPERATOR',
    source: 'test',
    reason,
  });
  fixture.service.publisher.notify();
}
const version = async (headers: Record<string, string> = {}) => fixture.call(blocklistVersion, {}, { headers });
async function bytes(url: string): Promise<Uint8Array> {
  const response = await fixture.app.request(url);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}
/** The whole list as a client without any would hold it. */
async function listed(): Promise<Set<number>> {
  const { body } = await version();
  const parts = await Promise.all(
    [body.snapshot, body.recent].map(async ({ url }) => decodePrefixes(await bytes(url))),
  );
  return new Set(parts.flatMap((part) => [...part]));
}
const eventually = (condition: () => Promise<boolean>) => expect.poll(condition, { timeout: 20_000 }).toBe(true);

describe('a change of status', () => {
  it('reaches the recent file, and the snapshot stays', async () => {
    const before = await version();
    await set('fresh.example', 'BLOCKED');
    await eventually(async () => (await listed()).has(prefixOfSite('fresh.example')));
    const after = await version();
    expect(after.body.snapshot).toEqual(before.body.snapshot);
    expect(after.body.recent.token).not.toBe(before.body.recent.token);
    expect(after.body.recent.count).toBe(1);
  });

  it('that takes back a recent addition needs no new snapshot', async () => {
    const { snapshot } = (await version()).body;
    await set('brief.example', 'BLOCKED');
    await eventually(async () => (await listed()).has(prefixOfSite('brief.example')));
    await set('brief.example', 'UNKNOWN');
    await eventually(async () => !(await listed()).has(prefixOfSite('brief.example')));
    expect((await version()).body.snapshot).toEqual(snapshot);
  });

  it('that removes an entry of the snapshot costs a client a few bytes', async () => {
    await bulk(1_500, 'bulk');
    const { snapshot: old } = (await version()).body;
    expect(old.count).toBeGreaterThan(1_500);
    const base = decodePrefixes(await bytes(old.url));
    await set('bulk7.example', 'UNKNOWN');
    await eventually(async () => !(await listed()).has(prefixOfSite('bulk7.example')));
    const { snapshot } = (await version()).body;
    const changes = snapshot.changes.find(({ fromToken }) => fromToken === old.token);
    const delta = await bytes(changes!.url);
    expect(delta.length).toBeLessThan(64);
    const changed = applyChanges(PrefixTable.from(base), delta).prefixes();
    expect(digestOf(changed)).toBe(snapshot.sha256);
    expect(changed).toEqual(decodePrefixes(await bytes(snapshot.url)));
  });

  it('of something in two lists removes it only when nothing else is listed under the prefix', async () => {
    await listWriter(fixture.opened.database)(
      [
        { ...site('shared.example'), status: 'BLOCKED', reason: null, source: 'a' },
        { type: 'PAGE', content: 'shared.example/', status: 'BLOCKED', reason: null, source: 'a' },
      ],
      () => {},
    );
    fixture.service.publisher.notify();
    await eventually(async () => (await listed()).has(prefixOfSite('shared.example')));
    await set('shared.example', 'UNKNOWN');
    await set('marker.example', 'BLOCKED');
    await eventually(async () => (await listed()).has(prefixOfSite('marker.example')));
    expect((await listed()).has(prefixOfSite('shared.example'))).toBe(true);
  });

  it('made by another process is noticed', async () => {
    await decide(fixture.opened.database, {
      asset: site('elsewhere.example'),
      status: 'BLOCKED',
      decidedBy: 'OPERATOR',
      source: 'test',
      reason: null,
    });
    await eventually(async () => (await listed()).has(prefixOfSite('elsewhere.example')));
  });

  it('of more than a thousand hosts is folded into the snapshot', async () => {
    await bulk(1_200, 'many');
    expect((await version()).body.recent.count).toBe(0);
    expect((await listed()).has(prefixOfSite('many1199.example'))).toBe(true);
  });
});

/** Lists many hosts at once and waits until they are published. */
async function bulk(count: number, name: string): Promise<void> {
  const entries = Array.from({ length: count }, (_, index) => ({
    ...site(`${name}${index}.example`),
    status: 'BLOCKED' as const,
    reason: null,
    source: name,
  }));
  await fixture.service.publisher.holdWhile(() => listWriter(fixture.opened.database)(entries, () => {}));
  await eventually(
    async () => (await version()).body.snapshot.count >= count && (await version()).body.recent.count === 0,
  );
}

describe('the version document', () => {
  it('is not sent twice to a client that has it', async () => {
    const first = await version();
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).toMatch(/max-age=[1-9]$/);
    const second = await version({ 'If-None-Match': etag });
    expect(second).toMatchObject({ status: 304, body: undefined });
    expect(second.headers.get('etag')).toBe(etag);
    expect((await version({ 'If-None-Match': `"other", ${etag.slice(2)}` })).status).toBe(304);
    expect((await version({ 'If-None-Match': '"other"' })).status).toBe(200);
    await set('etag.example', 'BLOCKED');
    await eventually(async () => (await version({ 'If-None-Match': etag })).status === 200);
  });

  it('is compressed for a client that takes that, and known to it afterwards', async () => {
    const plain = await version();
    const headers = { 'X-API-KEY': await fixture.key(SCOPES), 'Accept-Encoding': 'gzip, deflate, br' };
    const packed = await fixture.app.request(operationUrl(ORIGIN, blocklistVersion), { headers });
    const unpacked = new Response(packed.body!.pipeThrough(new DecompressionStream('gzip')));
    expect(await unpacked.json()).toEqual(plain.body);
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip']);
    expect(plain.headers.get('vary')).toContain('Accept-Encoding');
    const etag = packed.headers.get('etag')!;
    expect((await version({ 'If-None-Match': etag, 'Accept-Encoding': 'gzip' })).status).toBe(304);
  });

  it('tells digests and counts that the files have, and addresses at the origin of the request', async () => {
    const { body } = await version();
    for (const { url, count, sha256 } of [body.snapshot, body.recent]) {
      expect(url.startsWith(`${ORIGIN}/lists/`)).toBe(true);
      const prefixes = decodePrefixes(await bytes(url));
      expect([prefixes.length, digestOf(prefixes)]).toEqual([count, sha256]);
    }
    expect(body).toMatchObject({ algoVersion: '2', confirmPrefixLength: 4, pollSeconds: 60 });
  });

  it('names files that may be kept for ever, and are found by their token only', async () => {
    const { snapshot } = (await version()).body;
    const response = await fixture.app.request(snapshot.url);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    for (const path of ['nothing.bin', 'nothing/from/nothing.bin', `${snapshot.token}/from/${snapshot.token}.bin`]) {
      const missing = await fixture.app.request(`${ORIGIN}/lists/${path}`);
      expect(missing.status).toBe(404);
      expect(await missing.json()).toMatchObject({ code: 'NOT_FOUND' });
    }
  });

  it('and the files are all that caches keep: no failure, and no state of the service', async () => {
    const { snapshot } = (await version()).body;
    for (const path of [
      '/lists/not-yet-published.bin',
      `/lists/${snapshot.token}/from/${snapshot.token}.bin`,
      '/lists/',
      '/api/v2/nothing',
      '/api/v2/asset/check',
      '/api/v2/organization/reports',
      '/healthz',
      '/readyz',
    ]) {
      const { headers, status } = await fixture.app.request(`${ORIGIN}${path}`);
      expect([path, status, headers.get('cache-control')]).toEqual([path, status, 'no-store']);
    }
  });
});

describe('a confirmation', () => {
  const confirm = (prefixes: string[], algoVersion = '2') =>
    fixture.call(blocklistConfirm, { body: { algoVersion, prefixes } });

  it('gives the full hashes of a bucket of any width, with what is known about them', async () => {
    await set('confirmed.example', 'BLOCKED', 'Wallet drainer');
    const hash = toHex(hashOf(site('confirmed.example')));
    for (const length of [4, 5, 6, 7, 8]) {
      const prefix = hash.slice(0, length);
      const { status, body } = await confirm([prefix]);
      expect(status).toBe(200);
      expect(body.matches.map((match) => match.prefix)).toEqual([prefix]);
      expect(body.matches[0]!.hashes).toContain(hash);
      expect(body.matches[0]!.hashes.every((found) => found.startsWith(prefix))).toBe(true);
      expect(body.details![hash]).toEqual({
        type: 'URL',
        reason: 'Wallet drainer',
        kind: 'drainer',
        source: 'test',
        sourceName: 'test',
        listedAt: expect.stringMatching(/Z$/),
      });
      expect(body.ttlSeconds).toBeLessThanOrEqual(60);
    }
  });

  it('is empty for a bucket where nothing is listed, and no longer matches what was unblocked', async () => {
    const hash = toHex(hashOf(site('unblocked.example')));
    await set('unblocked.example', 'BLOCKED');
    expect((await confirm([hash.slice(0, 8)])).body.matches).toHaveLength(1);
    await set('unblocked.example', 'UNKNOWN');
    expect((await confirm([hash.slice(0, 8)])).body).toMatchObject({ matches: [], details: {} });
  });

  it('reaches the first and the last bucket', async () => {
    const buckets = ['0000', 'ffff'];
    const hosts = buckets.map((bucket) => {
      let number = 0;
      while (!toHex(hashOf(site(`edge${number}.example`))).startsWith(bucket)) number += 1;
      return `edge${number}.example`;
    });
    for (const host of hosts) await set(host, 'BLOCKED');
    const { status, body } = await confirm(['0000', 'ffff', 'ffffffff', '00000000', 'ffff']);
    expect(status).toBe(200);
    // Entries of other tests may lie in the same buckets.
    expect(body.matches).toEqual(
      buckets.map((prefix, index) => ({
        prefix,
        hashes: expect.arrayContaining([toHex(hashOf(site(hosts[index]!)))]),
      })),
    );
  });

  it('is refused for rules that the service does not know', async () => {
    const received = await confirm(['abcd'], '99');
    expect(received.status).toBe(400);
    expect(ServiceFixture.error(received).issues).toEqual([
      { message: 'algoVersion: 99 is unknown; this service knows 2' },
    ]);
  });

  it.each([[[]], [['abc']], [['abcdef012']], [['ABCD']], [['zzzz']], [Array<string>(101).fill('abcd')]])(
    'is refused for the prefixes %j',
    async (prefixes) => {
      expect((await confirm(prefixes)).status).toBe(400);
    },
  );
});
