import { expect, test } from 'vitest';
import { speak } from '../../../test/fixtures/messages.ts';
import { Action } from './action.ts';

test('a second press does nothing while the first is worked on', async () => {
  const action = new Action();
  let finish = () => {};
  let times = 0;
  const work = () => {
    times += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  const first = action.press(work);
  await action.press(work);
  expect([times, action.isBusy]).toEqual([1, true]);
  finish();
  await first;
  expect(action.isBusy).toBe(false);
  void action.press(work);
  expect(times).toBe(2);
});

test('the error of a press is shown until the next press', async () => {
  const action = new Action();
  await action.press(async () => {
    throw new Error('The disk is full');
  });
  expect([action.problem, action.isBusy]).toEqual(['The disk is full.', false]);
  void action.press(async () => undefined);
  expect(action.problem).toBeNull();
});

test('an error of the browser’s database is shown in words', async () => {
  speak('en', 'en-GB');
  const action = new Action();
  await action.press(async () => {
    throw new DOMException('A mutation operation was attempted on a database', 'InvalidStateError');
  });
  expect(action.problem).toContain('The browser couldn’t save or read this.');
});

test('work begins in the turn of the press, in which the browser still allows what it needs', () => {
  let hasBegun = false;
  void new Action().press(async () => {
    hasBegun = true;
  });
  expect(hasBegun).toBe(true);
});

test('work that throws before it returns a promise is an error like any other', async () => {
  const action = new Action();
  await action.press(() => {
    throw new Error('There is no panel');
  });
  expect(action.problem).toBe('There is no panel.');
});
