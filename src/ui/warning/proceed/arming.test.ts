import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ARMING_MS, Arming } from './arming.ts';

let arming: Arming;
beforeEach(() => {
  vi.useFakeTimers();
  arming = new Arming();
});
afterEach(() => {
  vi.useRealTimers();
});
const seenFor = (milliseconds: number) => {
  arming.update('visible');
  vi.advanceTimersByTime(milliseconds);
};

test('a press counts a second after the button came into sight, and not before', () => {
  expect(arming.press()).toBe(false);
  seenFor(ARMING_MS - 1);
  expect(arming.press()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(arming.press()).toBe(true);
});

test.each(['unfocused', 'small', 'hidden'] as const)(
  'being %s begins the second again, also when it was over',
  (visibility) => {
    seenFor(ARMING_MS - 1);
    arming.update(visibility);
    vi.advanceTimersByTime(ARMING_MS);
    expect([arming.state.value, arming.press()]).toEqual([visibility, false]);
    seenFor(ARMING_MS);
    expect(arming.press()).toBe(true);
    arming.update(visibility);
    expect(arming.press()).toBe(false);
    seenFor(ARMING_MS - 1);
    expect(arming.press()).toBe(false);
  },
);

test('looking again while nothing changed does not begin again', () => {
  seenFor(ARMING_MS / 2);
  seenFor(ARMING_MS / 2);
  expect(arming.press()).toBe(true);
});

test('a press that began before counts only when it is begun again', () => {
  arming.update('visible');
  arming.begin();
  vi.advanceTimersByTime(ARMING_MS);
  expect(arming.press()).toBe(false);
  arming.begin();
  expect(arming.press()).toBe(true);
});
