import { describe, expect, it } from 'vitest';
import { ADDRESS_FAMILIES } from '../asset/address/family.ts';
import { mayHoldAddress } from './readable.ts';

const WORDS = 'NameValueAmountFromTo12SecondsAgoStatusSuccess'.repeat(40);

describe('the sign of an address in the text of many elements', () => {
  for (const { name, example } of ADDRESS_FAMILIES) {
    it(`is seen for ${name}, alone and where neighbours touch it`, () => {
      expect(mayHoldAddress(example)).toBe(true);
      expect(mayHoldAddress(`${WORDS}${example}${WORDS}`)).toBe(true);
      for (let before = 0; before < 20; before += 1)
        expect(
          mayHoldAddress(`${'a'.repeat(2_000 + before)} ${'a'.repeat(200 + before)}${example}${'a'.repeat(200)}`),
        ).toBe(true);
    });
  }

  it('is seen where nothing but its form tells it', () => {
    expect(mayHoldAddress('fee rrrrrrrrrrrrrrrrrrrrrhoLvTp')).toBe(true);
    expect(mayHoldAddress('Name日本語.ethCopy')).toBe(true);
    expect(mayHoldAddress(`send to x-1:${'8156775b79325e5d'.repeat(4)}`)).toBe(true);
  });

  it('is not seen in words', () => {
    expect(mayHoldAddress('the quick calm page reads like any other, 42 times, at 0x10. '.repeat(100))).toBe(false);
    expect(mayHoldAddress('a'.repeat(5_000))).toBe(false);
    expect(mayHoldAddress('see www.nearby.example or inf.example')).toBe(false);
  });
});
