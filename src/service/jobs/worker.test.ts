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
  const problems: (string | null)[] = [];
  let [running, most] = [0, 0];
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    problems.push((await database.select().from(jobs))[0]!.problem);
    running -= 1;
    if (problems.length === 2) throw new Error('no');
  };
  const order = { kind: 'erasure', everyMs: 10, work, onError: (error: unknown) => errors.push(error) } as const;
  const workers = [standingWorker(database, order), standingWorker(database, order)];
  for (const worker of workers) worker.start();
  try {
    await until(() => problems.length >= 5);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  expect([most, errors.length]).toEqual([1, 1]);
  expect(problems.slice(0, 4)).toEqual([null, null, expect.stringContaining('failed'), null]);
  expect(await database.select().from(jobs)).toMatchObject([{ kind: 'erasure', attempts: 0, problem: null }]);
});
