import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashExpression, prefixOf, prefixOfExpression, toHex } from './hash.ts';

describe('hashExpression', () => {
  it('is SHA-256 of the UTF-8 bytes', () => {
    // FIPS 180-4, the example of "abc".
    expect(toHex(hashExpression('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (const expression of [
      '',
      'evil.example/',
      'LINKEDIN:in/jürgen',
      'x'.repeat(10_000),
      'é'.repeat(2_048),
      'é'.repeat(2_049),
      '\ud800',
      'after',
    ])
      expect(toHex(hashExpression(expression))).toBe(createHash('sha256').update(expression, 'utf8').digest('hex'));
  });

  it('returns a value that later calls do not change', () => {
    const first = hashExpression('first.example/');
    const before = toHex(first);
    hashExpression('second.example/');
    expect(toHex(first)).toBe(before);
    expect(prefixOfExpression('first.example/')).toBe(prefixOf(first));
  });

  it('has its first four bytes as an unsigned big-endian prefix', () => {
    expect(prefixOf(hashExpression('abc'))).toBe(0xba7816bf);
    expect(prefixOf(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 1))).toBe(0xffffffff);
    expect(prefixOf(Uint8Array.of(0, 0, 0, 1))).toBe(1);
  });

  it('writes every byte as two digits', () => {
    expect(toHex(Uint8Array.of(0, 1, 15, 16, 255))).toBe('00010f10ff');
  });
});
