import { describe, expect, it } from 'vitest';
import { canonicalEvmAddress, findEvmAddresses } from './evm.ts';

const MIXED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LOWER = MIXED.toLowerCase();

describe('findEvmAddresses', () => {
  it('finds an address with its place and its canonical content', () => {
    expect(findEvmAddresses(`send to ${MIXED}, now`)).toEqual([{ content: LOWER, index: 8, length: 42 }]);
    expect(findEvmAddresses(MIXED)).toEqual([{ content: LOWER, index: 0, length: 42 }]);
  });

  it('finds every address, repeats too, whatever stands around', () => {
    const text = `(${MIXED})[${LOWER}]"${MIXED}"eth:${MIXED}@1/${LOWER}?a=${MIXED}&b_${LOWER}_ü${LOWER}ü`;
    const found = findEvmAddresses(text);
    expect(found).toHaveLength(8);
    for (const { content, index, length } of found)
      expect(text.slice(index, index + length).toLowerCase()).toBe(content);
  });

  it('finds an address with a wrong checksum and one in capitals', () => {
    const wrong = MIXED.replace('aAe', 'AaE');
    expect(findEvmAddresses(wrong)).toHaveLength(1);
    expect(findEvmAddresses(`0X${MIXED.slice(2).toUpperCase()}`)[0]?.content).toBe(LOWER);
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
    expect(findEvmAddresses(` ${text} `)).toEqual([]);
  });

  it.each([
    ['prefixes', '0x'.repeat(500_000)],
    ['digits', `0x${'a'.repeat(1_000_000)}`],
    ['addresses', `${LOWER} `.repeat(25_000)],
  ])('takes linear time for a million characters of %s', (_, text) => {
    const start = performance.now();
    findEvmAddresses(text);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});

describe('canonicalEvmAddress', () => {
  it.each([
    MIXED,
    `0x${MIXED.slice(2).toUpperCase()}`,
    `eip155:1:${MIXED}`,
    `eip155:42161:${MIXED}`,
    `eth:${MIXED}`,
    `base:${MIXED}`,
    `ethereum:${MIXED}`,
    `ethereum:pay-${MIXED}@1`,
    `ethereum:${MIXED}@0x1?value=2e18`,
    `ethereum:0x${'12'.repeat(20)}@1/transfer?address=${MIXED}&uint256=1`,
    `ethereum:0x${'12'.repeat(20)}/transfer?uint256=1&address=${MIXED}`,
  ])('reads %s', (text) => {
    expect(canonicalEvmAddress(text)).toBe(LOWER);
  });

  it('takes the contract of a call that is no transfer', () => {
    expect(canonicalEvmAddress(`ethereum:${MIXED}/approve?address=0x${'12'.repeat(20)}`)).toBe(LOWER);
  });

  it.each([
    '',
    '0x',
    LOWER.slice(2),
    `${LOWER}0`,
    `https://etherscan.io/address/${MIXED}`,
    `see ${MIXED}`,
    `eip155:x:${MIXED}`,
  ])('does not take %s for one', (text) => {
    expect(canonicalEvmAddress(text)).toBeNull();
  });
});
