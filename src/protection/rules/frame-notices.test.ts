import { expect, test } from 'vitest';
import { FrameNotices } from './frame-notices.ts';

/** Notices on a clock, and the hosts that were barred by them. */
function notices() {
  const barred: string[] = [];
  const clock = { now: 0 };
  const bar = async (tabId: number, host: string) => void barred.push(`${tabId} ${host}`);
  return { barred, clock, frames: new FrameNotices(bar, () => clock.now) };
}
const times = (count: number, act: () => void) => Array.from({ length: count }, act);

test('a page with a hundred listed frames keeps all their notices', () => {
  const { barred, frames } = notices();
  times(100, () => frames.shown(1, 'http://evil.test/'));
  expect(barred).toEqual([]);
});

test('a page that loads its listed frame again and again loses the frames of that host, and no other tab does', () => {
  const { barred, frames } = notices();
  times(101, () => frames.shown(1, 'http://evil.test/claim?1#2'));
  frames.shown(2, 'http://evil.test/');
  expect(barred).toEqual(['1 evil.test']);
});

test('one every two seconds is always shown', () => {
  const { barred, clock, frames } = notices();
  times(1_000, () => {
    frames.shown(1, 'http://evil.test/');
    clock.now += 2_000;
  });
  expect(barred).toEqual([]);
});

test('a tab that was closed leaves nothing to one that takes its number', () => {
  const { barred, frames } = notices();
  times(100, () => frames.shown(1, 'http://evil.test/'));
  frames.closed(1);
  frames.shown(1, 'http://evil.test/');
  expect(barred).toEqual([]);
});
