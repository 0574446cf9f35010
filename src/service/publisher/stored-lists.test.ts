import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { blocklistVersion, organizationBlockCreate, organizationLists } from '../../api/blocklist.ts';
import { ALGO_VERSION } from '../../asset/index.ts';
import { applyChanges, decodePrefixes, digestOf, PrefixTable } from '../../blocklist/codec/artifact.ts';
import { requireSealed } from '../../blocklist/trust/seal.ts';
import { runCommand } from '../command/run.ts';
import type { CommandContext } from '../command-line/command.ts';
import { listFiles } from '../database/schema/list.ts';
import { listWriter } from '../feature/import/list-writer.ts';
import { decide } from '../feature/listing/decision.ts';
import { ORIGIN, ServiceFixture } from '../http/service.fixture.ts';
import { until } from '../jobs/until.fixture.ts';
import { Publisher } from './publisher.ts';

/** How many snapshots a client may be behind without fetching the whole list. */
const OFFERED = 24;

test('changes are offered from each of the last 24 snapshots to the newest, and from none before', async () => {
  const fixture = await ServiceFixture.open();
  const { database } = fixture.opened;
  await fixture.service.publisher.stop();
  const onError = (error: unknown) => expect(error).toBeNull();
  const timing = { debounceMs: 0, maxDelayMs: 0, pace: { prompt: Number.POSITIVE_INFINITY, stepMs: 0, urgentMs: 0 } };
  const publisher = new Publisher({ database, onError, hotEntries: 0, timing });
  try {
    const entry = { type: 'URL', status: 'BLOCKED', reason: null, source: 'test' } as const;
    const hosts = Array.from({ length: 1_100 }, (_, n) => `many${n}.example`);
    await listWriter(database)(
      hosts.map((content) => ({ ...entry, content })),
      () => undefined,
    );
    await publisher.start();
    const snapshots = new Map<string, PrefixTable>();
    const keep = async () => {
      const { token } = publisher.list.snapshot;
      snapshots.set(token, PrefixTable.from(decodePrefixes((await publisher.file(token))!)));
      return token;
    };
    const oldest = await keep();
    for (const content of hosts.slice(0, OFFERED + 1)) {
      const { token } = publisher.list.snapshot;
      const decision = { status: 'UNKNOWN', decidedBy: 'OPERATOR', source: 'test', reason: null } as const;
      await decide(database, { asset: { type: 'URL', content }, ...decision });
      publisher.notify();
      await expect.poll(() => publisher.list.snapshot.token, { interval: 5, timeout: 20_000 }).not.toBe(token);
      await keep();
    }
    const { snapshot, earlier } = publisher.list;
    expect(earlier).toHaveLength(OFFERED);
    expect(earlier.map(({ token }) => token)).not.toContain(oldest);
    for (const { token } of earlier) {
      const changes = (await publisher.changes(token, snapshot.token))!;
      expect(digestOf(applyChanges(snapshots.get(token)!, changes).prefixes())).toBe(snapshot.sha256);
      expect(changes.byteLength).toBeLessThan(200);
    }
    expect(await publisher.changes(snapshot.token, earlier[0]!.token)).toBeNull();
  } finally {
    await publisher.stop();
    await fixture.close();
  }
}, 60_000);

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
}, 60_000);
afterAll(() => fixture.close());

async function run(...words: string[]): Promise<number> {
  const terminal = { folder: '.', print: () => {}, progress: { write: () => {} } };
  const context: CommandContext = { database: fixture.opened.database, publisher: fixture.service.publisher, terminal };
  return runCommand(words, context);
}

const KINDS = ['snapshot', 'recent', 'hot', 'organization'] as const;
type File = Parameters<typeof requireSealed>[1];

/** The client's result for an announced file while it holds another one. */
function seal(
  kind: (typeof KINDS)[number],
  keyDigest: string,
  announced: File,
  { token, count, sha256, version, signature }: File,
) {
  const { publicKey } = fixture.service.publisher.list;
  const rules = { algoVersion: ALGO_VERSION, publicKeys: [publicKey], service: ORIGIN };
  const sealed = { version: version!, signature: signature! };
  const stored = {
    algoVersion: ALGO_VERSION,
    token,
    sha256: sha256!,
    seal: sealed,
    table: { size: count },
    service: ORIGIN,
  };
  return requireSealed({ kind, keyDigest }, announced, stored, rules);
}

it('clients accept a restored list after republish, though they hold one from after the backup', async () => {
  const key = await fixture.key(['protect']);
  const { database } = fixture.opened;
  const keyDigest = createHash('sha256').update(key).digest('hex').slice(0, 32);
  const announced = async () => {
    const { snapshot, recent, hot } = (await fixture.call(blocklistVersion, {}, { key })).body;
    const { list } = (await fixture.call(organizationLists, { params: { keyDigest } }, { key })).body;
    return { snapshot, recent, hot: hot!, organization: list! };
  };
  expect((await fixture.call(organizationBlockCreate, { body: { content: 'not-here.example' } })).status).toBe(200);
  await until(async () => (await announced()).organization !== null);
  const stored = await announced();

  // The backup is an hour older than the clients' files.
  await database.update(listFiles).set({ version: sql`version - 3600000` });
  fixture.service.publisher.notify();
  await until(async () => (await announced()).organization.version! < stored.organization.version!);
  await until(async () => (await announced()).recent.version! < stored.recent.version!);
  const restored = await announced();
  for (const kind of KINDS)
    await expect(seal(kind, keyDigest, restored[kind], stored[kind]), kind).rejects.toThrow('older list');

  expect(await run('republish')).toBe(0);
  await until(async () => (await announced()).organization.version! > stored.organization.version!);
  await until(async () => (await announced()).recent.version! > stored.recent.version!);
  const later = await announced();
  for (const kind of KINDS) {
    expect(await seal(kind, keyDigest, later[kind], stored[kind]), kind).toMatchObject({
      version: later[kind].version,
    });
    expect(later[kind].sha256, kind).toBe(stored[kind].sha256);
  }
});
