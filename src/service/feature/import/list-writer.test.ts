import { asc, count, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../../database/connection.ts';
import { openTestDatabase } from '../../database/database.fixture.ts';
import { LOCKS, rowsOf } from '../../database/database.ts';
import { assetChanges, assets, listedExpressions, listMemberships } from '../../database/schema/index.ts';
import { Publisher } from '../../publisher/publisher.ts';
import { decide, ListingRefused } from '../listing/decision.ts';
import type { ImportEntry } from './format/entry.ts';
import { listWriter } from './list-writer.ts';
import { ensureSources } from './source/store.ts';

/** How long two publishers may take to agree on a busy machine. */
const TIMEOUT_MS = { timeout: 10_000, interval: 20 };

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
afterAll(() => opened.close());

const entry = (content: string, source: string, status: ImportEntry['status'] = 'BLOCKED'): ImportEntry => ({
  type: 'URL',
  content,
  status,
  reason: 'Phishing',
  source,
});
const write = (...entries: ImportEntry[]) => listWriter(opened.database)(entries, () => {});
const assetOf = async (content: string) =>
  (await opened.database.select().from(assets).where(eq(assets.content, content)))[0]!;
const operator = (content: string, status: 'BLOCKED' | 'UNKNOWN' | 'ALLOWED') =>
  decide(opened.database, {
    asset: { type: 'URL', content },
    status,
    decidedBy: 'OPERATOR',
    source: 'operator',
    reason: null,
  });
const historyOf = async (content: string) => {
  const rows = await opened.database
    .select({ from: assetChanges.fromStatus, to: assetChanges.toStatus, by: assetChanges.decidedBy })
    .from(assetChanges)
    .where(eq(assetChanges.assetId, (await assetOf(content)).id))
    .orderBy(asc(assetChanges.id));
  return rows.map(({ from, to, by }) => `${from}>${to} ${by}`);
};
async function listedCount(): Promise<number> {
  const [row] = await opened.database.select({ value: count() }).from(listedExpressions);
  return row!.value;
}

describe('an import', () => {
  it('lists what is new, and the same again changes nothing', async () => {
    expect(await write(entry('a.example', 'one'), entry('b.example', 'one'))).toEqual({
      created: 2,
      changed: 0,
      unchanged: 0,
    });
    const before = await listedCount();
    expect(await write(entry('a.example', 'one'), entry('b.example', 'one'))).toEqual({
      created: 0,
      changed: 0,
      unchanged: 2,
    });
    expect(await listedCount()).toBe(before);
    expect(await historyOf('a.example')).toEqual(['UNKNOWN>BLOCKED LIST']);
  });

  it('of what is known already lets lists be read meanwhile', async () => {
    const locks: number[] = [];
    const writer = listWriter(opened.database, async (transaction) => {
      const [row] = await rowsOf<{ count: number }>(
        transaction,
        sql`select count(*)::int from pg_locks
          where locktype = 'advisory' and objid = ${LOCKS.horizon} and pid = pg_backend_pid()`,
      );
      locks.push(row!.count);
    });
    for (let time = 0; time < 2; time += 1) await writer([entry('read-meanwhile.example', 'one')], () => {});
    expect(locks).toEqual([1, 0]);
  });

  it('does not block again what an operator took off, and remembers that the list has it', async () => {
    await write(entry('mistake.example', 'one'));
    await operator('mistake.example', 'UNKNOWN');
    expect(await write(entry('mistake.example', 'one'), entry('mistake.example', 'two'))).toEqual({
      created: 0,
      changed: 0,
      unchanged: 1,
    });
    expect(await assetOf('mistake.example')).toMatchObject({ status: 'UNKNOWN', decidedBy: 'OPERATOR' });
    const { id } = await assetOf('mistake.example');
    const memberships = await opened.database.select().from(listMemberships).where(eq(listMemberships.assetId, id));
    expect(memberships).toHaveLength(2);
    expect(await historyOf('mistake.example')).toEqual(['UNKNOWN>BLOCKED LIST', 'BLOCKED>UNKNOWN OPERATOR']);
  });

  it('does not block under its other name what was taken off the list', async () => {
    for (const [lifted, other] of [
      ['open.example', 'www.open.example'],
      ['www.opened.example', 'opened.example'],
    ] as const) {
      await write(entry(lifted, 'one'));
      await operator(lifted, 'UNKNOWN');
      const before = await listedCount();
      for (const source of ['one', 'two', 'two'])
        expect(await write(entry(other, source))).toEqual({ created: 0, changed: 0, unchanged: 1 });
      expect(await listedCount()).toBe(before);
      expect((await assetOf(other)).status).toBe('UNKNOWN');
      await operator(other, 'BLOCKED');
      expect(await listedCount()).toBe(before + 1);
    }
  });

  it('of several lists that disagree follows the most trusted one, whichever is read first', async () => {
    await ensureSources(opened.database, ['two', 'one']);
    await write(entry('first-blocked.example', 'one'));
    expect(await write(entry('first-blocked.example', 'two', 'ALLOWED'))).toMatchObject({ changed: 1 });
    await write(entry('first-allowed.example', 'two', 'ALLOWED'));
    expect(await write(entry('first-allowed.example', 'one'))).toMatchObject({ unchanged: 1 });
    expect((await assetOf('first-blocked.example')).status).toBe('ALLOWED');
    expect((await assetOf('first-allowed.example')).status).toBe('ALLOWED');
    expect(await write(entry('first-blocked.example', 'two'))).toMatchObject({ changed: 1 });
    expect((await assetOf('first-blocked.example')).status).toBe('BLOCKED');
    expect(await write(entry('first-blocked.example', 'one', 'ALLOWED'))).toMatchObject({ unchanged: 1 });
    expect((await assetOf('first-blocked.example')).status).toBe('BLOCKED');
  });

  it('of many chunks is whole, reported chunk by chunk, and lets other work be done in between', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const told: number[] = [];
    const entries = Array.from({ length: 4_500 }, (_, index) => entry(`many${index}.example`, 'many'));
    const before = await listedCount();
    expect(await listWriter(opened.database)(entries, (stored) => told.push(stored))).toMatchObject({ created: 4_500 });
    expect(await listedCount()).toBe(before + 4_500);
    clearInterval(timer);
    expect(told).toEqual([1_000, 2_000, 3_000, 4_000, 4_500]);
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('of content longer than an index entry may be is stored', async () => {
    const content = `long.example/${'x'.repeat(4_000)}`;
    await write({ type: 'PAGE', content, status: 'BLOCKED', reason: null, source: 'long' });
    expect((await assetOf(content)).status).toBe('BLOCKED');
  });
});

describe('a decision', () => {
  it('repeated renews the reason without a change', async () => {
    await operator('again.example', 'BLOCKED');
    const { decidedAt } = await assetOf('again.example');
    await decide(opened.database, {
      asset: { type: 'URL', content: 'again.example' },
      status: 'BLOCKED',
      decidedBy: 'OPERATOR',
      source: 'operator',
      reason: 'Better reason',
    });
    expect(await assetOf('again.example')).toMatchObject({ reason: 'Better reason', decidedAt });
    expect(await historyOf('again.example')).toEqual(['UNKNOWN>BLOCKED OPERATOR']);
  });

  it('is never to block a platform', async () => {
    for (const content of ['co.uk', 'vercel.app', 't.co', '127.0.0.1'])
      await expect(operator(content, 'BLOCKED')).rejects.toThrow(ListingRefused);
    const page = { type: 'PAGE', content: 't.me/' } as const;
    await expect(
      decide(opened.database, { asset: page, status: 'BLOCKED', decidedBy: 'OPERATOR', source: null, reason: null }),
    ).rejects.toThrow(ListingRefused);
  });
});

it('two publishers on one database tell the same list', async () => {
  const timing = { debounceMs: 10, maxDelayMs: 50, pollIntervalMs: 30 };
  const failures: unknown[] = [];
  const options = { database: opened.database, timing, onError: (error: unknown) => failures.push(error) };
  const [one, two] = [new Publisher(options), new Publisher(options)];
  await Promise.all([one.start(), two.start()]);
  expect(one.list.snapshot).toEqual(two.list.snapshot);
  await operator('two-processes.example', 'BLOCKED');
  one.notify();
  await vi.waitFor(() => {
    expect(one.list.recent.count).toBe(1);
    expect(two.list).toEqual(one.list);
  }, TIMEOUT_MS);
  await operator('a.example', 'UNKNOWN');
  await vi.waitFor(() => {
    expect(one.list.earlier).toHaveLength(1);
    expect(two.list).toEqual(one.list);
  }, TIMEOUT_MS);
  await Promise.all([one.stop(), two.stop()]);
  const again = new Publisher(options);
  await again.start();
  expect(again.list).toEqual(one.list);
  await again.stop();
  expect(failures).toEqual([]);
});
