import { expect, test } from 'vitest';
import { FrameNotices } from './frame-notices.ts';

/** Notices with a fake clock, and the hosts that they blocked. */
function notices() {
  const blocked: string[] = [];
  const clock = { now: 0 };
  const blockFrames = async (tabId: number, host: string) => void blocked.push(`${tabId} ${host}`);
  return { blocked, clock, frames: new FrameNotices(blockFrames, () => clock.now) };
}
const times = (count: number, act: () => void) => Array.from({ length: count }, act);

test('a page with a hundred listed frames keeps all their notices', () => {
  const { blocked, frames } = notices();
  times(100, () => frames.onNotice(1, 'http://evil.test/'));
  expect(blocked).toEqual([]);
});

test('a page that keeps reloading its listed frame loses the frames of that host; other tabs do not', () => {
  const { blocked, frames } = notices();
  times(101, () => frames.onNotice(1, 'http://evil.test/claim?1#2'));
  frames.onNotice(2, 'http://evil.test/');
  expect(blocked).toEqual(['1 evil.test']);
});

test('one every two seconds is always shown', () => {
  const { blocked, clock, frames } = notices();
  times(1_000, () => {
    frames.onNotice(1, 'http://evil.test/');
    clock.now += 2_000;
  });
  expect(blocked).toEqual([]);
});

test('a tab that was closed leaves nothing to one that takes its number', () => {
  const { blocked, frames } = notices();
  times(100, () => frames.onNotice(1, 'http://evil.test/'));
  frames.onTabClosed(1);
  frames.onNotice(1, 'http://evil.test/');
  expect(blocked).toEqual([]);
});
