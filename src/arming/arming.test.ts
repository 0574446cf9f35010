import { beforeEach, expect, test } from 'vitest';
import { ARMING_MS, Arming } from './arming.ts';

let arming: Arming;
let now: number;
beforeEach(() => {
  arming = new Arming();
  now = 5_000;
});
const seenFor = (milliseconds: number, place = 'here') => {
  arming.look('visible', place, now);
  now += milliseconds;
  arming.look('visible', place, now);
};

const pressed = () => {
  arming.begin(now);
  return arming.press(now);
};

test('a press counts a second after the button came into sight, and not before', () => {
  expect(pressed()).toBe(false);
  seenFor(ARMING_MS - 1);
  expect(arming.state).toBe('arming');
  now += 1;
  arming.look('visible', 'here', now);
  expect(pressed()).toBe(true);
});

test.each(['unfocused', 'small', 'hidden'] as const)('being %s begins the second again', (visibility) => {
  seenFor(ARMING_MS);
  arming.look(visibility, 'here', now);
  expect([arming.state, pressed()]).toEqual([visibility, false]);
  seenFor(ARMING_MS - 1);
  expect(arming.state).toBe('arming');
  seenFor(1);
  expect(pressed()).toBe(true);
});

test('a button that moves has to be seen for a second at its new place', () => {
  seenFor(ARMING_MS);
  seenFor(ARMING_MS - 1, 'below');
  expect(pressed()).toBe(false);
  seenFor(ARMING_MS, 'below');
  expect(pressed()).toBe(true);
});

test('someone who goes on clicking where another control was never presses the button', () => {
  arming.look('visible', 'here', now);
  for (let click = 0; click < 20; click += 1) {
    seenFor(150);
    expect(pressed()).toBe(false);
  }
  seenFor(ARMING_MS);
  expect(pressed()).toBe(true);
});

test('a press that began before the button was armed counts only when it is begun again', () => {
  arming.look('visible', 'here', now);
  arming.begin(now);
  seenFor(ARMING_MS);
  expect(arming.press(now)).toBe(false);
  seenFor(ARMING_MS);
  expect(pressed()).toBe(true);
});

test('a press from before the button was armed does not count, though a busy browser hands it over later', () => {
  arming.look('visible', 'here', now);
  seenFor(ARMING_MS);
  for (const madeAt of [now - ARMING_MS, now - 1]) {
    arming.begin(now, true, madeAt);
    expect([arming.state, arming.press(now)]).toEqual(['arming', false]);
  }
  seenFor(ARMING_MS);
  expect(pressed()).toBe(true);
});

test('a press during which the button was hidden does not count, though it is armed again when the press ends', () => {
  seenFor(ARMING_MS);
  arming.begin(now);
  arming.look('hidden', 'here', now);
  seenFor(ARMING_MS);
  seenFor(ARMING_MS);
  expect([arming.state, arming.press(now)]).toEqual(['armed', false]);
});

test('a press that only ends on the button counts for a screen reader alone', () => {
  seenFor(ARMING_MS);
  expect(arming.press(now)).toBe(false);
  seenFor(ARMING_MS);
  expect(arming.press(now, true)).toBe(true);
});
