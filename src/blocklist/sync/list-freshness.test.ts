import { beforeEach, expect, test, vi } from 'vitest';
import { FakeStorageArea } from '../../../test/fixtures/blocklist/storage-area.ts';
import { LIST_DUE } from '../shards/shard.ts';
import { ListFreshness } from './list-freshness.ts';

const NOW = 1_000_000_000_000;
const NIGHT = 8 * 3_600_000;

let area: FakeStorageArea;
let polls: number;
let end: () => void;
beforeEach(() => {
  area = new FakeStorageArea();
  polls = 0;
});

/** A worker that has just started. Its poll ends when the test says so. */
function wake(): ListFreshness {
  const poll = () => {
    polls += 1;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  const get = (key: string) => area.get([key]);
  return new ListFreshness({ area: { get, set: area.set }, poll, now: () => NOW });
}

test('a page after a night waits for the list that the night brought', async () => {
  area.records.set(LIST_DUE, NOW - NIGHT);
  const news = wake();
  const shown = vi.fn();
  const page = news.current().then(shown);
  await vi.waitFor(() => expect(polls).toBe(1));
  expect(shown).not.toHaveBeenCalled();
  end();
  await page;
});

test('a page waits for nothing while polls come in time', async () => {
  area.records.set(LIST_DUE, NOW - 5_000);
  await wake().current();
  expect(polls).toBe(0);
});

test('a service that does not answer delays one page by a second, and no later one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const news = wake();
    const [one, two] = [news.current(), news.current()];
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all([one, two, news.current()]);
    expect(polls).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a storage that hangs keeps no page waiting for ever', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    area.get = () => new Promise(() => undefined);
    const page = wake().current();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(polls).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await page;
  } finally {
    vi.useRealTimers();
  }
});

test('a poll that fails settles as well', async () => {
  const get = (key: string) => area.get([key]);
  const poll = () => Promise.reject(new Error('no script'));
  await new ListFreshness({ area: { get, set: area.set }, poll, now: () => NOW }).current();
});

test('keeps a note for this worker and the next, and writes it only when it changes', async () => {
  const news = wake();
  await news.note(NOW + 60_000);
  await news.note(NOW + 60_000);
  expect(area.writes).toEqual([[LIST_DUE]]);
  for (const each of [news, wake()]) await each.current();
  expect(polls).toBe(0);
});

test('a full disk keeps no page waiting for a poll that has been', async () => {
  area.writesLeft = 0;
  const news = wake();
  await news.note(NOW + 60_000);
  await news.current();
  expect(polls).toBe(0);
});
