import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { poll } from './polling.ts';

function page() {
  let listener = () => {};
  const shown = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: (_: string, added: () => void) => {
      listener = added;
    },
    removeEventListener: () => {
      listener = () => {};
    },
  };
  const turn = (state: DocumentVisibilityState) => {
    shown.visibilityState = state;
    listener();
  };
  return { shown: shown as unknown as Document, turn };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a page in a tab behind does not keep the worker awake, and is up to date as soon as it is seen', async () => {
  const { shown, turn } = page();
  const work = vi.fn(async () => undefined);
  const stop = poll(work, () => 1_000, shown);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(work).toHaveBeenCalledTimes(3);
  turn('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(3);
  turn('visible');
  expect(work).toHaveBeenCalledTimes(4);
  stop();
});

test('a page that is gone asks nothing more', async () => {
  const { shown, turn } = page();
  const work = vi.fn(async () => undefined);
  const stop = poll(work, () => 1_000, shown);
  stop();
  turn('visible');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
});

test('a slow answer is waited for, and not asked for a second time meanwhile', async () => {
  const { shown } = page();
  const work = vi.fn(() => new Promise<void>(() => {}));
  const stop = poll(work, () => 1_000, shown);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
  stop();
});
