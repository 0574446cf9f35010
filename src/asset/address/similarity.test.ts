import { describe, expect, test } from 'vitest';
import { areAlike, endsOf, runs } from './similarity.ts';

const MIDDLE = ['5ac1f2e98b7d34c60a1b9e8f7d2c4b5a', '9be2d17c04fa6583e1d0c9b8a7f6e5d4'] as const;
const evm = (start: string, middle: string, end: string) => `0x${start}${middle}${end}`;

describe('two addresses that people may confuse', () => {
  test.each([
    ['four and four hex digits', evm('d8da', MIDDLE[0], '6045'), evm('d8da', MIDDLE[1], '6045')],
    ['seven and five', evm('d8da6bf', MIDDLE[0].slice(4), '96045'), evm('d8da6bf', MIDDLE[1].slice(4), '96045')],
    [
      'Bitcoin, after bc1q',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'bc1qw508kk7l9s8m2n3p4a5c6d7e8f9g0h2jlv8f3t4',
    ],
    ['Bitcoin, base58', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', '1BvBMqq7Zk3hVyPdL8wRjXc2n5TgFbsNVN2'],
    ['Tron', 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', 'TJRyWabcdefghijkmnopqrstuvwxyztDeC'],
  ])('%s', (_, one, other) => {
    expect(areAlike(one, other)).toBe(true);
    expect(endsOf(one)).toBe(endsOf(other));
  });

  test.each([
    ['the same', evm('d8da', MIDDLE[0], '6045'), evm('d8da', MIDDLE[0], '6045')],
    ['three digits at one end', evm('d8da', MIDDLE[0], '6045'), evm('d8db', MIDDLE[1], '6045')],
    [
      'a start that only the kind has in common',
      'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
    [
      'addresses of one maker',
      `0x${'a1b2c3d4e5f60718293a4b'}${'0123456789'}${'beef6045'}`,
      `0x${'a1b2c3d4e5f60718293a4b'}${'9876543210'}${'beef6045'}`,
    ],
    ['a run of one digit', evm('0000', MIDDLE[0], 'dead'), evm('0000', MIDDLE[1], 'dead')],
    [
      'one digit wrong in the middle',
      evm('d8da', MIDDLE[0], '6045'),
      evm('d8da', `${MIDDLE[0].slice(0, -9)}7${MIDDLE[0].slice(-8)}`, '6045'),
    ],
    ['names', 'alice-treasury-vault-2024.near', 'alice-treasury-fault-2024.near'],
  ])('but not %s', (_, one, other) => {
    expect(areAlike(one, other)).toBe(false);
  });
});

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
