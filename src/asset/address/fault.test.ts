import { describe, expect, it } from 'vitest';
import fixtures from '../../../test/fixtures/addresses.json' with { type: 'json' };
import './codec/ens-any-script.ts';
import { addressFault } from './fault.ts';

const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** A SHA-256, and an account of NEAR. */
const DIGITS = '98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de';

describe('what is wrong with an address', () => {
  it.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum', 'Bitcoin'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum', 'TRON'],
    ['EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M', 'checksum', 'TON'],
    ['bc1qw508D6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'case', 'Bitcoin'],
    ['Cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh', 'case', 'Cosmos'],
    ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6A', 'case', 'Bitcoin Cash'],
    [EVM.slice(0, -1), 'length', 'Ethereum (EVM)'],
    [`${EVM}0`, 'length', 'Ethereum (EVM)'],
    [EVM.replace('f', 'g'), 'character', 'Ethereum (EVM)'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'length', 'TRON'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL0otSzgjLj6t', 'character', 'TRON'],
    ['vitаlik.eth', 'name', 'ENS name'],
    ['ab.eth', 'name', 'ENS name'],
    ['addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6', 'length', 'Cardano'],
    [`ethereum:${EVM.slice(0, -1)}?value=1`, 'length', 'Ethereum (EVM)'],
    ['bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5?amount=1', 'checksum', 'Bitcoin'],
    ['ADDRESS:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum', 'TRON'],
    ['tron:TR7NHqjeKQxGTCi8q8ZY4pL0otSzgjLj6t', 'character', 'TRON'],
    [DIGITS, 'unclear', 'NEAR'],
    [DIGITS.toUpperCase(), 'unclear', 'NEAR'],
  ])('%s: %s', (text, fault, family) => {
    expect(addressFault(` ${text} `)).toEqual({ fault, family });
  });

  it.each([
    EVM,
    'evil.example',
    'https://evil.example/T123456789012345678901234',
    'they took 1 bitcoin from me',
    `near:${DIGITS}`,
    `ethereum:${EVM}@1/transfer?address=${EVM}`,
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1',
    'T'.repeat(30),
  ])('is not reported for %s', (text) => {
    expect(addressFault(text)).toBeNull();
  });

  it('is not reported for any address of the official vectors', () => {
    for (const { valid } of Object.values(fixtures))
      for (const text of Object.keys(valid).filter((text) => text !== DIGITS))
        expect([text, addressFault(text)]).toEqual([text, null]);
  });
});
