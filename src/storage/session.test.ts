import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { FakeSession } from '../../test/fixtures/protection.ts';
import { SessionValue } from './session.ts';

const valueIn = (session: FakeSession) => new SessionValue(session, 'numbers', z.array(z.number()));

test('the next worker of the browser session reads what the last one stored', async () => {
  const session = new FakeSession();
  expect(await valueIn(session).read()).toBeUndefined();
  await valueIn(session).write([1, 2]);
  valueIn(session).save([3]);
  expect(await valueIn(session).read()).toEqual([3]);
});

test('a value of another shape is ignored', async () => {
  const session = new FakeSession();
  await session.set({ numbers: ['one'] });
  expect(await valueIn(session).read()).toBeUndefined();
});

test('a failing storage is reported only to a caller that awaits the write', async () => {
  const session = new FakeSession();
  const refuse = () => Promise.reject(new Error('No session'));
  session.get = refuse;
  session.set = refuse;
  expect(await valueIn(session).read()).toBeUndefined();
  valueIn(session).save([1]);
  await expect(valueIn(session).write([1])).rejects.toThrow('No session');
});
