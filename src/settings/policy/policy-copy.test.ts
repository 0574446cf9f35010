import { beforeEach, expect, test, vi } from 'vitest';
import { PolicyStore } from './policy.ts';
import { PolicyCopy } from './policy-copy.ts';

const CLOSED = { failurePolicy: 'closed' };
let database: Map<string, unknown>;
let cached: Map<string, string>;
beforeEach(() => {
  database = new Map();
  cached = new Map();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
const cache = async () =>
  ({
    match: async (address: string) => (cached.has(address) ? new Response(cached.get(address)) : undefined),
    put: async (address: string, response: Response) => void cached.set(address, await response.text()),
  }) as unknown as Cache;
const record = {
  read: vi.fn(async () => database.get('policy')),
  write: vi.fn(async (policy: unknown) => void database.set('policy', policy)),
};

/** Starts a worker whose browser gives this answer, by default none. */
function wake(answer: () => Promise<Record<string, unknown>> = () => new Promise(() => undefined), open = cache) {
  const copy = new PolicyCopy(record, open);
  const store = new PolicyStore({ managed: { get: answer }, kept: copy });
  return { copy, store, values: async () => (await store.current()).values };
}

test('the last policy holds from the first tick although the database was damaged and emptied', async () => {
  await wake(async () => CLOSED).store.follow();
  database.clear();
  expect(await wake().values()).toEqual(CLOSED);
  expect(database.get('policy')).toEqual(CLOSED);
});

test('the last policy holds although the database cannot be opened', async () => {
  await wake(async () => CLOSED).store.follow();
  record.read.mockRejectedValueOnce(new DOMException('Damaged', 'UnknownError'));
  record.write.mockRejectedValueOnce(new DOMException('Damaged', 'UnknownError'));
  expect(await wake().values()).toEqual(CLOSED);
});

test('a policy that was taken back does not return with a damaged database', async () => {
  await wake(async () => CLOSED).store.follow();
  await wake(async () => ({})).store.follow();
  database.clear();
  expect(await wake().values()).toEqual({});
});

test('where no policy ever was, the copy is not looked for again once the browser has said so', async () => {
  const open = vi.fn(cache);
  expect(await wake(async () => ({}), open).store.follow()).toBe(false);
  open.mockClear();
  expect(await wake(undefined, open).values()).toEqual({});
  expect(open).not.toHaveBeenCalled();
});

test('a cache that the browser does not open costs nothing but the copy', async () => {
  const none = async () => Promise.reject(new DOMException('No cache', 'SecurityError'));
  expect(await wake(async () => CLOSED, none).store.follow()).toBe(true);
  expect(await wake(undefined, none).values()).toEqual(CLOSED);
  database.clear();
  expect(await wake(undefined, none).values()).toEqual({});
});

test('a copy that is damaged itself governs nothing', async () => {
  cached.set('https://policy.invalid/', '{');
  expect(await wake().values()).toEqual({});
});

test('a cache that hangs, as it does with the database, is given up, so that no verdict waits for it', async () => {
  vi.useFakeTimers();
  record.read.mockRejectedValueOnce(new DOMException('The database does not answer', 'TimeoutError'));
  const values = wake(undefined, () => new Promise(() => undefined)).values();
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  expect(await Promise.race([values, 'waiting'])).toEqual({});
});
