import { describe, expect, it } from 'vitest';
import { canonicalEvmAddress } from './evm.ts';

const MIXED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LOWER = MIXED.toLowerCase();

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
