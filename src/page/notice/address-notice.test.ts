import { expect, test } from 'vitest';
import { runs } from './address-notice.ts';

test('an address is cut where it begins and ends to differ from the one above it', () => {
  expect(runs('0xd8da12ff6045', '0xd8da34ff6045')).toEqual([
    ['0xd8da', false],
    ['12', true],
    ['ff6045', false],
  ]);
  expect(runs('abc', 'abc')).toEqual([['abc', false]]);
  expect(runs('abcd', 'ab')).toEqual([
    ['ab', false],
    ['cd', true],
  ]);
  expect(runs('bc1qab77xyz', 'bc1qab9xyz')).toEqual([
    ['bc1qab', false],
    ['77', true],
    ['xyz', false],
  ]);
});
