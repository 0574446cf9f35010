import { expect, test } from 'vitest';
import { applyChanges, decodePrefixes, digestOf, PrefixTable } from '../../blocklist/codec/artifact.ts';
import { listWriter } from '../feature/import/list-writer.ts';
import { decide } from '../listing/decision.ts';
import { ServiceFixture } from '../service.fixture.ts';
import { Publisher } from './publisher.ts';

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
