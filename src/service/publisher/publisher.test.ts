import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { applyChanges, decodePrefixes, digestOf, PrefixTable } from '../../blocklist/codec/artifact.ts';
import type { OpenDatabase } from '../database/connection.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { watched } from '../database/watched.fixture.ts';
import { listWriter } from '../feature/import/list-writer.ts';
import { decide } from '../listing/decision.ts';
import { ServiceFixture } from '../service.fixture.ts';
import { Publisher } from './publisher.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
afterAll(() => opened.close());

it('asks nothing of the database any more once it has stopped while it looked for changes', async () => {
  const [one, other] = [watched(opened.database), watched(opened.database)];
  const errors: unknown[] = [];
  const publishing = ({ database }: typeof one) =>
    new Publisher({ database, timing: { pollIntervalMs: 20 }, onError: (error) => errors.push(error) });
  const [stopping, looking] = [publishing(one), publishing(other)];
  await stopping.start();
  await looking.start();
  await one.more(1);
  await stopping.stop();
  const after = one.count();
  await other.more(10);
  await looking.stop();
  expect(one.count()).toBe(after);
  expect(errors).toEqual([]);
});

/** As many as a client may be behind without fetching the whole list. */
const OFFERED = 24;

test('changes lead from each of the last 24 snapshots to the newest, and from none before', async () => {
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
