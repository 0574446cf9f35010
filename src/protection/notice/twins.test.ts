import { expect, test } from 'vitest';
import type { Address } from '../../asset/address/address.ts';
import { PageTwins } from './twins.ts';

const OWN = '0xd8da5ac1f2e98b7d34c60a1b9e8f7d2c4b5a6045';
const TWIN = '0xd8da9be2d17c04fa6583e1d0c9b8a7f6e5d46045';
const OTHER = '0x1111aaaabbbbccccddddeeeeffff000022223333';
const evm = (...contents: string[]): Address[] => contents.map((content) => ({ family: 'evm', content }));

test('two addresses that look alike are reported', () => {
  expect(new PageTwins().findTwins('page', evm(OTHER, OWN, OWN, TWIN))).toEqual({
    kind: 'twins',
    first: OWN,
    second: TWIN,
  });
  expect(new PageTwins().findTwins('page', evm(OTHER, OWN, OWN))).toBeNull();
});

test('addresses of two kinds of chains are not', () => {
  expect(new PageTwins().findTwins('page', [...evm(OWN), { family: 'sui', content: TWIN }])).toBeNull();
});

test('three of one maker that begin the same are not', () => {
  const made = ['00112233', '44556677', '8899aabb'].map((own) => `0xa1b2c3d4e5f6${own}0123456789abcdef01cafe`);
  expect(new PageTwins().findTwins('page', evm(...made))).toBeNull();
});

test('they are reported once for each document', () => {
  const twins = new PageTwins();
  const find = (document: string) => twins.findTwins(document, evm(OWN, TWIN));
  expect([find('page'), find('page'), find('other')].map((notice) => notice?.kind)).toEqual([
    'twins',
    undefined,
    'twins',
  ]);
});
