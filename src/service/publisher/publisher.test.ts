import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '../database/connection.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { Publisher } from './publisher.ts';

let opened: OpenDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
}, 60_000);
afterAll(() => opened.close());

it('asks nothing of the database any more once it has stopped while it looked for changes', async () => {
  let asked = 0;
  const database = new Proxy(opened.database, {
    get(target, name) {
      asked += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as Database;
  const errors: unknown[] = [];
  const timing = { watchMs: 20 };
  const publisher = new Publisher({ database, timing, onError: (error) => errors.push(error) });
  await publisher.start();
  const before = asked;
  while (asked === before) await new Promise((resolve) => setTimeout(resolve, 1));
  await publisher.stop();
  const after = asked;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toBe(after);
  expect(errors).toEqual([]);
});
