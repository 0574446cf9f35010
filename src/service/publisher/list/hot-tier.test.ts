import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { blocklistVersion } from '../../../api/blocklist.ts';
import { ALGO_VERSION, expressionsOf, hashExpression, toHex } from '../../../asset/index.ts';
import { HASH_BYTES, MAX_HOT, verifyArtifact } from '../../../blocklist/codec/artifact.ts';
import { decodeHot } from '../../../blocklist/codec/hot-file.ts';
import { HotTable } from '../../../blocklist/table/hot-table.ts';
import { listFiles } from '../../database/schema/list.ts';
import { reportAssets, reports } from '../../database/schema/report.ts';
import { watched } from '../../database/watched.fixture.ts';
import { listWriter } from '../../feature/import/list-writer.ts';
import { decide } from '../../feature/listing/decision.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { until } from '../../jobs/until.fixture.ts';
import { Publisher } from '../publisher.ts';
import { validPublicKeys } from '../signing.ts';
import { publishHot } from './hot-tier.ts';
import { readPublished } from './list-file.ts';

let fixture: ServiceFixture;
const publishers: Publisher[] = [];
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterEach(async () => {
  await Promise.all(publishers.splice(0).map((publisher) => publisher.stop()));
});
afterAll(() => fixture.close());

const site = (content: string) => ({ type: 'URL', content }) as const;
const hashOf = (content: string) => toHex(hashExpression(expressionsOf(site(content))[0]!));

async function set(content: string, status: 'BLOCKED' | 'UNKNOWN'): Promise<number> {
  const decision = { status, decidedBy: 'OPERATOR', source: 'test', reason: null } as const;
  const { assetId } = await decide(fixture.opened.database, { asset: site(content), ...decision });
  return assetId;
}
async function report(assetId: number, times: number, daysAgo = 0) {
  const { database } = fixture.opened;
  for (let n = 0; n < times; n++) {
    const createdAt = new Date(Date.now() - daysAgo * 86_400_000);
    const [row] = await database.insert(reports).values({ createdAt }).returning({ id: reports.id });
    await database.insert(reportAssets).values({ reportId: row!.id, assetId, submittedContent: 'x' });
  }
}
/** Publishes the current hot tier. @returns its hashes, hexadecimal */
async function hot(): Promise<string[]> {
  const { database } = fixture.opened;
  await publishHot(database, (await readPublished(database, ALGO_VERSION))?.hot ?? null, MAX_HOT);
  const [file] = await database
    .select()
    .from(listFiles)
    .where(eq(listFiles.kind, 'hot'))
    .orderBy(sql`id desc`)
    .limit(1);
  const packed = Buffer.from(decodeHot(file!.body).hashes);
  return Array.from({ length: file!.count }, (_, n) =>
    packed.subarray(n * HASH_BYTES, (n + 1) * HASH_BYTES).toString('hex'),
  );
}
const files = () => fixture.opened.database.select().from(listFiles).where(eq(listFiles.kind, 'hot'));
async function start(options: Partial<ConstructorParameters<typeof Publisher>[0]> = {}): Promise<Publisher> {
  const onError = (error: unknown) => expect(error).toBeNull();
  const publisher = new Publisher({ database: fixture.opened.database, onError, ...options });
  publishers.push(publisher);
  await publisher.start();
  return publisher;
}

test('is empty without entries', async () => {
  const { body } = await fixture.call(blocklistVersion, {});
  expect(body.hot).toMatchObject({ count: 0 });
});

test('has the full hashes of blocked entries, and not of unblocked ones', async () => {
  await set('scam.example', 'BLOCKED');
  await set('mistake.example', 'BLOCKED');
  expect(await hot()).toEqual([hashOf('scam.example'), hashOf('mistake.example')].sort());
  await set('mistake.example', 'UNKNOWN');
  expect(await hot()).toEqual([hashOf('scam.example')]);
});

test('is not published again while it is unchanged', async () => {
  await hot();
  const before = (await files()).length;
  await hot();
  expect((await files()).length).toBe(before);
});

test('reaches clients signed, from the address of the list files', async () => {
  const publisher = await start();
  await until(async () => (await fixture.call(blocklistVersion, {})).body.hot?.token === publisher.list.hot?.token);
  const file = (await fixture.call(blocklistVersion, {})).body.hot!;
  expect(file.count).toBe(1);
  const keys = await validPublicKeys(fixture.opened.database);
  expect(
    verifyArtifact(keys, file.signature!, {
      algoVersion: ALGO_VERSION,
      kind: 'hot',
      ...file,
      sha256: file.sha256!,
      version: file.version!,
    }),
  ).toBe(true);
  const response = await fixture.app.request(file.url);
  expect(response.headers.get('cache-control')).toMatch(/immutable/);
  expect(toHex(decodeHot(new Uint8Array(await response.arrayBuffer())).hashes)).toBe(hashOf('scam.example'));
});

test('has the details of a confirmation', async () => {
  const { database } = fixture.opened;
  const decision = { status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'acme', reason: 'Wallet drainer' } as const;
  await decide(database, { asset: site('scam.example'), ...decision });
  await hot();
  const [file] = await database
    .select()
    .from(listFiles)
    .where(eq(listFiles.kind, 'hot'))
    .orderBy(sql`id desc`)
    .limit(1);
  const words = new HotTable(file!.body).find(Buffer.from(hashOf('scam.example'), 'hex'))?.words;
  expect(words).toEqual({ type: 'URL', reason: 'Wallet drainer', source: 'acme' });
});

test('has at most the configured number of entries, or none', async () => {
  const before = (await files()).length;
  const { database, more } = watched(fixture.opened.database);
  const none = await start({ database, hotEntries: 0, timing: { pollIntervalMs: 10, hotIntervalPerEntryMs: 1 } });
  await more(10);
  expect([none.list.hot, (await files()).length]).toEqual([null, before]);
  expect((await start({ hotEntries: 1 })).list.hot?.count).toBe(1);
});

test('is published again when due, and not before', async () => {
  const slow = await start({ timing: { pollIntervalMs: 10, debounceMs: 1, hotIntervalPerEntryMs: 600_000 } });
  const { token } = slow.list.hot!;
  await set('later.example', 'BLOCKED');
  slow.notify();
  await until(() => slow.list.recent.count > 0);
  expect(slow.list.hot?.token).toBe(token);
  const { database, more } = watched(fixture.opened.database);
  const quick = await start({ database, timing: { pollIntervalMs: 10, hotIntervalPerEntryMs: 50 } });
  await until(() => quick.list.hot?.count === 2);
  await until(() => slow.list.hot?.count === 2);
  const [count, before] = [(await files()).length, quick.list.hot];
  await more(3, 'transaction');
  expect([(await files()).length, quick.list.hot]).toEqual([count, before]);
});

test('keeps the previous file, which a client may still fetch, and deletes older ones', async () => {
  const { database } = fixture.opened;
  await database
    .update(listFiles)
    .set({ createdAt: new Date(0) })
    .where(eq(listFiles.kind, 'hot'));
  const before = (await files()).map(({ token }) => token);
  await set('newest.example', 'BLOCKED');
  await hot();
  const after = (await files()).map(({ token }) => token);
  expect(after).toHaveLength(2);
  expect(after[0]).toBe(before.at(-1));
});

test('prefers reported entries, then those blocked last', async () => {
  const often = await set('often.example', 'BLOCKED');
  const once = await set('once.example', 'BLOCKED');
  const former = await set('long-ago.example', 'BLOCKED');
  const entries = Array.from({ length: MAX_HOT + 100 }, (_, n) => ({
    ...site(`bulk${n}.example`),
    status: 'BLOCKED' as const,
    reason: null,
    source: 'bulk',
  }));
  await listWriter(fixture.opened.database)(entries, () => {});
  await report(often, 3);
  await report(once, 1);
  await report(former, 9, 400);
  const hashes = new Set(await hot());
  expect(hashes.size).toBe(MAX_HOT);
  expect([hashes.has(hashOf('often.example')), hashes.has(hashOf('once.example'))]).toEqual([true, true]);
  expect(hashes.has(hashOf('long-ago.example'))).toBe(false);
  expect(hashes.has(hashOf(`bulk${MAX_HOT + 99}.example`))).toBe(true);
  expect(hashes.has(hashOf('bulk0.example'))).toBe(false);
}, 60_000);
