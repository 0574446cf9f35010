import { describe, expect, test } from 'vitest';
import type { Address } from '../../asset/address/address.ts';
import { PageTwins } from './page-twins.ts';

const OWN = '0xd8da5ac1f2e98b7d34c60a1b9e8f7d2c4b5a6045';
const TWIN = '0xd8da9be2d17c04fa6583e1d0c9b8a7f6e5d46045';
const OTHER = '0x1111aaaabbbbccccddddeeeeffff000022223333';
const evm = (...contents: string[]): Address[] => contents.map((content) => ({ family: 'evm', content }));

describe('two addresses on one page that look alike', () => {
  test('are told, whichever comes first, and once for each page', () => {
    const twins = new PageTwins();
    expect(twins.findTwins('page', evm(OTHER, OWN))).toBeNull();
    expect(twins.findTwins('page', evm(OWN, TWIN))).toEqual({ kind: 'twins', first: OWN, second: TWIN });
    expect(twins.findTwins('page', evm(TWIN, OWN))).toBeNull();
    expect(twins.findTwins('another page', evm(TWIN, OWN))).toEqual({ kind: 'twins', first: TWIN, second: OWN });
  });

  test('are not told where they stand on two pages, or belong to two kinds of chains', () => {
    const twins = new PageTwins();
    expect(twins.findTwins('one', evm(OWN))).toBeNull();
    expect(twins.findTwins('two', evm(TWIN))).toBeNull();
    expect(twins.findTwins('one', [{ family: 'sui', content: TWIN }])).toBeNull();
  });

  test('are not told where three of one maker begin the same', () => {
    const made = ['00112233', '44556677', '8899aabb'].map((own) => `0xa1b2c3d4e5f6${own}0123456789abcdef01cafe`);
    expect(new PageTwins().findTwins('page', evm(...made.slice(0, 1), OTHER))).toBeNull();
    expect(new PageTwins().findTwins('page', evm(...made))?.kind).toBeUndefined();
  });
});

test('a page that invents addresses makes nobody remember more than some thousand', () => {
  const twins = new PageTwins();
  const made = Array.from(
    { length: 6_000 },
    (_, index) =>
      `0x${index.toString(16).padStart(4, '1')}${'ab12'.repeat(8)}${(index * 7).toString(16).padStart(4, '2').slice(-4)}`,
  );
  twins.findTwins('page', evm(...made));
  expect(twins.findTwins('page', evm(OWN, TWIN))).toBeNull();
  expect(twins.findTwins('other', evm(OWN, TWIN))).not.toBeNull();
});
