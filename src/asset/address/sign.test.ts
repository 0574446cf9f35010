import { describe, expect, it, vi } from 'vitest';
import { ADDRESS_FAMILIES, NEAR_WORDS } from './family.ts';
import { mayHoldAddress } from './sign.ts';

const WORDS = 'NameValueAmountFromTo12SecondsAgoStatusSuccess'.repeat(40);

describe('the quick test for an address in the text of many elements', () => {
  for (const { name, example } of ADDRESS_FAMILIES) {
    it(`detects ${name}, alone and with adjacent text`, () => {
      expect(mayHoldAddress(example)).toBe(true);
      expect(mayHoldAddress(`${WORDS}${example}${WORDS}`)).toBe(true);
      for (let before = 0; before < 20; before += 1)
        expect(
          mayHoldAddress(`${'a'.repeat(2_000 + before)} ${'a'.repeat(200 + before)}${example}${'a'.repeat(200)}`),
        ).toBe(true);
    });
  }

  it('detects an address by its form alone', () => {
    expect(mayHoldAddress('fee rrrrrrrrrrrrrrrrrrrrrhoLvTp')).toBe(true);
    expect(mayHoldAddress('Name日本語.ethCopy')).toBe(true);
    expect(mayHoldAddress('pay to VitaLik.Eth')).toBe(true);
    expect(mayHoldAddress(`send to x-1:${'8156775b79325e5d'.repeat(4)}`)).toBe(true);
  });

  it.each([
    ['with a script between its parts', '0x5aAeb6053F3E94C9b9 var x = 1; A09f33669435E7Ef1BeAed'],
    ['with letters of its alphabet between its parts', '0x5aAeb6053F3E94C9b9deadA09f33669435E7Ef1BeAed'],
    ['in another order', 'A09f33669435E7Ef1BeAed0x5aAeb6053F3E94C9b9'],
    ['in groups that other text touches', 'Address0x5a Aeb6 053F 3E94 C9b9 A09f 3366 9435 E7Ef 1BeA edCopy'],
    ['backwards', 'deAeB1fE7E53496633f90A9b9C49E3F3506beAa5x0'],
  ])('detects an EVM address %s', (_, text) => {
    expect(mayHoldAddress(text)).toBe(true);
  });

  it('detects an account of NEAR without a name where the text speaks of NEAR', () => {
    const implicit = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(mayHoldAddress(`NEAR account ${implicit}`)).toBe(true);
    expect(mayHoldAddress(`sum ${implicit}`)).toBe(false);
  });

  it('looks for a word of NEAR once in a text, however many checksums it lists', () => {
    const test = vi.spyOn(NEAR_WORDS, 'test');
    expect(mayHoldAddress(`${'e3b0c44298fc1c149afbf4c8996fb924'.repeat(2)}\n`.repeat(1_000))).toBe(false);
    expect(test.mock.calls.length).toBeLessThanOrEqual(1);
    test.mockRestore();
  });

  it('detects an address with disguised pieces, letters or marks', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const wide = address.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    expect(mayHoldAddress(`pay ${wide} now`)).toBe(true);
    expect(mayHoldAddress(`pay ${address.slice(0, 22)}\n  ${address.slice(22)} now`)).toBe(true);
    expect(mayHoldAddress(`pay ${address.replace(/(.{4})(?=.)/g, '$1\u00a0')} now`)).toBe(true);
    expect(mayHoldAddress('pay EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF now')).toBe(true);
    expect(mayHoldAddress('PAY BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 NOW')).toBe(true);
  });

  it.each([
    ['words', 'the quick calm page reads like any other, 42 times, at 0x10. '.repeat(100)],
    ['items with numbers in a row', Array.from({ length: 40 }, (_, at) => `Chapter ${at + 80}`).join('')],
    ['one letter over and over', 'a'.repeat(5_000)],
    ['hosts', 'see www.nearby.example or inf.example'],
    [
      'numbers with no-break spaces',
      '1\u00a0000\u00a0000\u00a0000 of 10\u00a0000\u00a0000\u00a0000\u00a0000\u00a0000\u00a0000\u00a0000',
    ],
    ['hashes', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 9f86d081884c7d659a2feaa0c55ad015'],
    ['a UUID', '6f2c9d1e-1b9b-4d58-8a5c-9d5f8f0c4e11'],
    ['a long word', 'Donaudampfschifffahrtsgesellschaftskapitän'],
    ['a name in camel case', 'addEventListenerOptionsForTesting'],
    ['the beginning of an EVM address', 'at 0x00007ffeefbff5c0, as before in the first added frame'],
    ['a path', '/documentation/guides/getting-started/workflow-for-installation-on-windows-and-elsewhere/'],
  ])('does not report %s', (_, text) => {
    expect(mayHoldAddress(text)).toBe(false);
  });
});
