import { describe, expect, it } from 'vitest';
import { canonicalEvmAddress, checksumAddress } from './evm.ts';

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
    `ronin:${MIXED.slice(2)}`,
    `xdc${MIXED.slice(2)}`,
    `XDC${MIXED.slice(2).toUpperCase()}`,
    MIXED.slice(2),
  ])('reads %s', (text) => {
    expect(canonicalEvmAddress(text)).toBe(LOWER);
  });

  it('returns the contract for a call other than a transfer', () => {
    expect(canonicalEvmAddress(`ethereum:${MIXED}/approve?address=0x${'12'.repeat(20)}`)).toBe(LOWER);
  });

  it.each([
    '',
    '0x',
    LOWER.slice(2),
    MIXED.slice(2).toUpperCase(),
    MIXED.slice(2).replace('aAe', 'AaE'),
    `eth:${MIXED.slice(2)}`,
    `${LOWER}0`,
    `https://etherscan.io/address/${MIXED}`,
    `see ${MIXED}`,
    `eip155:x:${MIXED}`,
  ])('refuses %s', (text) => {
    expect(canonicalEvmAddress(text)).toBeNull();
  });
});

/** The examples of ERC-55: all upper case, all lower case, and mixed. */
const VECTORS = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];

describe('checksumAddress', () => {
  it.each(VECTORS)('writes %s as ERC-55 does, from any case', (address) => {
    expect(checksumAddress(address)).toBe(address);
    expect(checksumAddress(address.toLowerCase())).toBe(address);
    expect(checksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });

  it.each(['', '0x', '0x1234', `0x${'g'.repeat(40)}`, `0x${'a'.repeat(41)}`, 'a'.repeat(42)])('refuses %s', (text) => {
    expect(() => checksumAddress(text)).toThrow(RangeError);
  });
});
