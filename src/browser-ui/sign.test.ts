import { expect, test } from 'vitest';
import { signOfAll, signOfTab, type TabState } from './sign.ts';

const QUIET: TabState = { verdict: null, isWarning: false, isPaused: false, isLookalike: false };

test.each([
  ['stopped', 'blocked', true, 'stopped'],
  ['stopped, and could not be confirmed', 'unconfirmed', true, 'stopped'],
  ['opened by the person', 'permitted', false, 'opened'],
  ['not listed', 'clear', false, null],
  ['being checked', 'checking', false, null],
] as const)('a site that is %s', (_, kind, isWarning, sign) => {
  expect(signOfTab({ ...QUIET, verdict: { kind }, isWarning })).toBe(sign);
});

test('a page that is no web page has no sign', () => {
  expect(signOfTab(QUIET)).toBeNull();
});

test.each([
  ['protected', false, false, null],
  ['reduced', false, false, 'reduced'],
  ['unprotected', false, false, 'unprotected'],
  ['protected', false, true, 'managed'],
  ['unprotected', true, true, 'unprotected'],
  ['reduced', true, true, 'reduced'],
  ['protected', true, false, 'news'],
  ['protected', true, true, 'news'],
] as const)('a protection that is %s, news: %s, managed: %s', (level, hasNews, isManaged, sign) => {
  expect(signOfAll({ level, hasNews, isManaged })).toBe(sign);
});

test('a warning whose site has left the list is no stopped site any more', () => {
  expect(signOfTab({ ...QUIET, verdict: { kind: 'clear' }, isWarning: true })).toBeNull();
  expect(signOfTab({ ...QUIET, isWarning: true })).toBe('stopped');
});

test('a page on which the person paused the protection says so', () => {
  expect(signOfTab({ ...QUIET, verdict: { kind: 'off' }, isPaused: true })).toBe('paused');
});

test('a page that imitates another one says so, unless it is stopped', () => {
  expect(signOfTab({ ...QUIET, verdict: { kind: 'clear' }, isLookalike: true })).toBe('lookalike');
  expect(signOfTab({ ...QUIET, verdict: { kind: 'blocked' }, isLookalike: true })).toBe('stopped');
});
