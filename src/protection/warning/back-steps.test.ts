import { beforeEach, expect, test } from 'vitest';
import { WARNING } from '../../../test/fixtures/protection.ts';
import { BackSteps } from './back-steps.ts';

const U = 'https://evil.test/claim';
const A = 'https://from.test/';
const STEP = { steps: 1, length: 4 };
const warning = `${WARNING}#${U}`;

let now: number;
let steps: BackSteps;
const come = (milliseconds: number, url: string) => {
  now += milliseconds;
  steps.onCommitted(1, url);
};
beforeEach(() => {
  now = 1_000;
  steps = new BackSteps(WARNING, () => now);
  steps.add(1, U, STEP);
});

test('a step back that lands on the stopped address continues, in its own tab and for its own address only', () => {
  come(50, U);
  come(50, warning);
  expect(steps.stepTo(1, U, 'foreign')).toEqual({ ...STEP, met: true });
  expect(steps.stepTo(2, U, 'foreign')).toBeNull();
  expect(steps.stepTo(1, A, 'foreign')).toBeNull();
});

test('a step back met the stopped address if that address loaded in its tab, and not if a warning still loading took the step', () => {
  come(50, warning);
  expect(steps.stepTo(1, U, 'foreign')).toEqual({ ...STEP, met: false });
  steps.onBeforeNavigate(2, U);
  steps.onBeforeNavigate(1, A);
  expect(steps.stepTo(1, U, 'foreign')?.met).toBe(false);
  steps.onBeforeNavigate(1, `${U}#part`);
  expect(steps.stepTo(1, U, 'foreign')?.met).toBe(true);
});

test('what follows a link after the step came to a page does not count as met by the step', () => {
  come(50, A);
  steps.onBeforeNavigate(1, U);
  come(2_000, warning);
  expect(steps.stepTo(1, U, 'foreign')).toBeNull();
});

test('a person who follows the same link again at once is not sent away', () => {
  come(50, A);
  steps.onUserAction(1);
  come(20, warning);
  expect(steps.stepTo(1, U, 'foreign')).toBeNull();
});

test('a person who types the same address again, or goes forward, is not sent away', () => {
  come(50, A);
  come(20, warning);
  expect(steps.stepTo(1, U, 'own')).toBeNull();
  expect(steps.stepTo(1, U, null)).toBeNull();
});

test('a step back skips a page that redirected by itself, but not one that was open for a while, and never two pages', () => {
  come(50, A);
  come(500, warning);
  expect(steps.stepTo(1, U, 'foreign')).toEqual({ ...STEP, met: true });
  steps.add(1, U, STEP);
  come(50, A);
  come(1_600, warning);
  expect(steps.stepTo(1, U, 'foreign')).toBeNull();
  steps.add(1, U, STEP);
  for (const url of [A, 'https://next.test/', warning]) come(50, url);
  expect(steps.stepTo(1, U, 'foreign')).toBeNull();
});

test('a step back skips a page that leads to another warning each time', () => {
  const other = 'https://evil.test/claim?2';
  come(50, A);
  come(100, other);
  come(100, `${WARNING}#${other}`);
  expect(steps.stepTo(1, other, 'foreign')).toEqual({ ...STEP, met: true });
  steps.add(1, U, STEP);
  come(50, A);
  come(100, `${WARNING}#https://evil-2.test/`);
  expect(steps.stepTo(1, 'https://evil-2.test/', 'foreign')).toEqual({ ...STEP, met: true });
});

test('word of a person on the way to the step itself does not end it', () => {
  steps.onUserAction(1);
  come(50, warning);
  expect(steps.stepTo(1, U, 'foreign')).toMatchObject(STEP);
});

test('a step long ago, and one of a tab that was closed, has nothing to do with a warning', () => {
  now += 10_000;
  expect(steps.stepTo(1, U, 'foreign')).toBeNull();
  steps.add(1, U, STEP);
  steps.forget(1);
  expect(steps.stepTo(1, U, 'foreign')).toBeNull();
});
