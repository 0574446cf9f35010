import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/connection.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { watched } from '../database/watched.fixture.ts';
import { Publisher } from './publisher.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
afterAll(() => opened.close());

it('does not use the database after a stop during a poll', async () => {
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
