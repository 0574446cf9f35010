import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { FakeSession } from '../../test/fixtures/protection.ts';
import { inSession, StoredState } from './stored-state.ts';

const stateIn = (session: FakeSession) =>
  new StoredState({ place: inSession(session, 'numbers'), schema: z.array(z.number()), initial: [] });
const adding = (number: number) => (numbers: number[]) => [...numbers, number];

test('the next worker of the browser session reads what the last one stored', async () => {
  const session = new FakeSession();
  await stateIn(session).change(adding(1));
  await stateIn(session).store(adding(2));
  const next = stateIn(session);
  await next.load();
  expect(next.value).toEqual([1, 2]);
});

test('a change that comes before the record is read is applied to what was stored', async () => {
  const session = new FakeSession();
  await session.set({ numbers: [1, 2] });
  const state = stateIn(session);
  void state.change((numbers) => numbers.filter((number) => number !== 1));
  void state.change(adding(3));
  await state.load();
  expect(state.value).toEqual([2, 3]);
  await vi.waitFor(() => expect(session.held.numbers).toEqual([2, 3]));
});

test('two changes at once are both stored', async () => {
  const session = new FakeSession();
  const state = stateIn(session);
  await Promise.all([state.store(adding(1)), state.store(adding(2))]);
  expect(session.held.numbers).toEqual([1, 2]);
});

test('a value of another shape is ignored', async () => {
  const session = new FakeSession();
  await session.set({ numbers: ['one'] });
  const state = stateIn(session);
  await state.load();
  expect(state.value).toEqual([]);
});

test('what could not be stored counts only where it is wanted without that', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const session = new FakeSession();
  session.set = () => Promise.reject(new Error('No session'));
  const state = stateIn(session);
  await expect(state.store(adding(1))).rejects.toThrow('No session');
  expect(state.value).toEqual([]);
  await state.change(adding(1));
  expect(state.value).toEqual([1]);
});

test('a record that could not be read is not overwritten', async () => {
  const session = new FakeSession();
  await session.set({ numbers: [1] });
  const { get } = session;
  session.get = () => Promise.reject(new Error('Busy'));
  const state = stateIn(session);
  await expect(state.store(adding(2))).rejects.toThrow('Busy');
  session.get = get;
  await state.store(adding(2));
  expect(session.held.numbers).toEqual([1, 2]);
});
