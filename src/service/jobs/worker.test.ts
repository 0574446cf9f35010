import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../database/database.fixture.ts';
import { jobs } from '../database/schema/job.ts';
import { until } from './until.fixture.ts';
import { standingWorker } from './worker.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

it('does standing work again and again, in one of several processes at a time, and shows why a run failed', async () => {
  const { database } = opened;
  const errors: unknown[] = [];
  let [runs, running, most] = [0, 0, 0];
  const work = async () => {
    runs += 1;
    running += 1;
    most = Math.max(most, running);
    await database.$count(jobs);
    running -= 1;
    if (runs === 2) throw new Error('no');
  };
  const order = { kind: 'erasure', everyMs: 30, work, onError: (error: unknown) => errors.push(error) } as const;
  const [one, other] = [standingWorker(database, order), standingWorker(database, order)];
  one.start();
  other.start();
  const row = async () => (await database.select().from(jobs))[0];
  try {
    await until(async () => (await row())?.problem != null);
    await until(() => runs >= 5);
  } finally {
    await one.stop();
    await other.stop();
  }
  expect(most).toBe(1);
  expect(errors).toHaveLength(1);
  expect(await database.select().from(jobs)).toMatchObject([
    { kind: 'erasure', attempts: 0, problem: null, failedAt: null },
  ]);
});
