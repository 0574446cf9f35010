import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../database/connection.ts';
import { openTestDatabase, type TestDatabase } from '../../database/database.fixture.ts';
import type { Database } from '../../database/database.ts';
import { detectionConfigs, detections, jobs, organizations } from '../../database/schema/index.ts';
import { lineLog } from '../../http/log/log.ts';
import { claimJobs } from '../../jobs/queue.ts';
import { until } from '../../jobs/until.fixture.ts';
import { decide } from '../listing/decision.ts';
import { detectionSchedule, orderDueRuns } from './run.ts';

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
let opened: TestDatabase;
let organizationId: number;
beforeAll(async () => {
  opened = await openTestDatabase();
  const [row] = await opened.database.insert(organizations).values({ name: 'Acme', slug: 'acme' }).returning();
  organizationId = row!.id;
});
afterAll(() => opened.close());
beforeEach(async () => {
  await opened.database.delete(detectionConfigs);
  await opened.database.delete(jobs);
});

type Values = Partial<typeof detectionConfigs.$inferInsert>;
const make = (name: string, values: Values) =>
  opened.database
    .insert(detectionConfigs)
    .values({ organizationId, source: 'BLOCKLIST', name, terms: ['acme'], ...values });

const claim = async (database: Database, most: number) => {
  await orderDueRuns(database);
  return claimJobs(database, 'detection', { most, claimMs: 60_000 });
};

describe('configs that are due', () => {
  it('are those whose time has come, the longest waiting first, and nobody else’s', async () => {
    await make('never run', { schedule: 'WEEKLY' });
    await make('hour passed', { schedule: 'HOURLY', lastRunAt: ago(1.1) });
    await make('hour not passed', { schedule: 'HOURLY', lastRunAt: ago(0.9) });
    await make('day passed', { schedule: 'DAILY', lastRunAt: ago(24.1) });
    await make('day not passed', { schedule: 'DAILY', lastRunAt: ago(23.9) });
    await make('week not passed', { schedule: 'WEEKLY', lastRunAt: ago(7 * 24 - 1) });
    await make('by hand', { schedule: 'MANUAL' });
    await make('switched off', { schedule: 'HOURLY', enabled: false });
    const names: string[] = [];
    const configs = await opened.database.select().from(detectionConfigs);
    for (let claimed = 1; claimed > 0; ) {
      const rows = await claim(opened.database, 1);
      names.push(...rows.map(({ subject }) => configs.find(({ id }) => String(id) === subject)!.name));
      claimed = rows.length;
    }
    expect(names).toEqual(['never run', 'day passed', 'hour passed']);
  });

  it('are none of an organization that has detection off', async () => {
    const { database } = opened;
    const set = (detectionActive: boolean) => database.update(organizations).set({ detectionActive });
    await make('due', { schedule: 'HOURLY' });
    await set(false);
    expect(await claim(database, 10)).toEqual([]);
    await set(true);
    expect(await claim(database, 10)).toHaveLength(1);
  });

  it('are each claimed by one of two processes', async () => {
    for (let index = 0; index < 40; index += 1) await make(`config ${index}`, { schedule: 'HOURLY' });
    // In memory there is one connection, so the claims follow each other; on a server they meet.
    const { location } = opened;
    const other = location.kind === 'server' ? await openDatabase(location) : null;
    try {
      const processes = [opened.database, other?.database ?? opened.database];
      const claims = await Promise.all(Array.from({ length: 20 }, (_, index) => claim(processes[index % 2]!, 3)));
      const rest = await claim(opened.database, 40);
      const ids = [...claims.flat(), ...rest].map(({ subject }) => subject);
      expect(ids).toHaveLength(40);
      expect(new Set(ids).size).toBe(40);
      expect(await claim(opened.database, 40)).toEqual([]);
    } finally {
      await other?.close();
    }
  });

  it('are run by the service itself, once, with two processes watching', async () => {
    const asset = { type: 'URL', content: 'acme-claim.example' } as const;
    await decide(opened.database, { asset, status: 'BLOCKED', decidedBy: 'OPERATOR', source: 'x', reason: null });
    await make('hourly', { schedule: 'HOURLY' });
    const lines: string[] = [];
    const loops = [1, 2].map(() =>
      detectionSchedule(
        opened.database,
        lineLog((line) => lines.push(line)),
      ),
    );
    for (const loop of loops) loop.start();
    try {
      await until(() => lines.some((line) => line.includes('"newCount":1')), 10_000);
    } finally {
      for (const loop of loops) await loop.stop();
    }
    expect(lines).toHaveLength(1);
    expect(await opened.database.select().from(detections)).toHaveLength(1);
    const [row] = await opened.database.select().from(detectionConfigs);
    expect(row).toMatchObject({ lastResultCount: 1, lastRunAt: expect.any(Date) });
  });
});
