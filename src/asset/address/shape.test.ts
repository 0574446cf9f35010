import { describe, expect, it } from 'vitest';
import { ADDRESS_FAMILIES } from './family.ts';
import { shapeFinder } from './shape.ts';

const MIXED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LOWER = MIXED.toLowerCase();
const find = shapeFinder(ADDRESS_FAMILIES.find(({ name }) => name === 'evm')!);

describe('a search for the shape of EVM addresses', () => {
  it('finds an address with its place and its canonical content', () => {
    expect(find(`send to ${MIXED}, now`)).toEqual([{ content: LOWER, index: 8, length: 42 }]);
    expect(find(MIXED)).toEqual([{ content: LOWER, index: 0, length: 42 }]);
  });

  it('finds every address, repeats too, whatever stands around', () => {
    const text = `(${MIXED})[${LOWER}]"${MIXED}"eth:${MIXED}@1/${LOWER}?a=${MIXED}&b_${LOWER}_ü${LOWER}ü`;
    const found = find(text);
    expect(found).toHaveLength(8);
    for (const { content, index, length } of found)
      expect(text.slice(index, index + length).toLowerCase()).toBe(content);
  });

  it('finds an address with a wrong checksum and one in capitals', () => {
    const wrong = MIXED.replace('aAe', 'AaE');
    expect(find(wrong)).toHaveLength(1);
    expect(find(`0X${MIXED.slice(2).toUpperCase()}`)[0]?.content).toBe(LOWER);
  });

  it.each([
    ['a transaction hash', `0x${'ab'.repeat(32)}`],
    ['one digit more', `${LOWER}0`],
    ['one digit less', LOWER.slice(0, -1)],
    ['a letter behind', `${LOWER}g`],
    ['a digit before', `1${LOWER}`],
    ['a letter before', `x${LOWER}`],
    ['no prefix', LOWER.slice(2)],
    ['two addresses without a seam', `${LOWER}${LOWER}`],
  ])('leaves %s out', (_, text) => {
    expect(find(` ${text} `)).toEqual([]);
  });
});
