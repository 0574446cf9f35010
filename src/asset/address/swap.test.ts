import { expect, it } from 'vitest';
import { isSwap } from './swap.ts';

const EVM = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';
const OTHER = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359';
const HASH = `0x${'5c504ed432cb5113'.repeat(4)}`;
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** One key in the two notations of Bitcoin Cash (CashAddr specification, "Examples of Address Translation"). */
const CASH = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
const LEGACY = '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu';

it.each([
  ['another address', EVM, OTHER],
  ['an address of another chain', EVM, TRON],
  ['an address of another notation', CASH, '16w1D5WRVKJuZUsSRzdLp9w3YGcgoxDXb'],
  ['another name', 'alice.eth', 'bob.eth'],
  ['another hash', HASH, HASH.replace('5', '6')],
])('%s is a swap', (_, shown, copied) => {
  expect(isSwap(shown, copied)).toBe(true);
  expect(isSwap(copied, shown)).toBe(true);
});

it.each([
  ['a hash beside an address', EVM, HASH],
  ['a name and its address', 'alice.eth', EVM],
  ['a key in an older notation', CASH, LEGACY],
  ['a key with its prefix', `bitcoincash:${CASH}`, LEGACY],
  ['a key with another prefix', EVM, `xdc${EVM.slice(2)}`],
  // The contract of Tether: as TRON writes it, and as its EVM does.
  ['a key as another chain writes it', TRON, '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
])('%s is none', (_, shown, copied) => {
  expect(isSwap(shown, copied)).toBe(false);
  expect(isSwap(copied, shown)).toBe(false);
});
