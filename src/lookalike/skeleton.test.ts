import { describe, expect, test } from 'vitest';
import confusables from './confusables.json' with { type: 'json' };
import { skeletonOf } from './skeleton.ts';

describe('names that look the same', () => {
  test.each([
    // Pairs from the tables of the standard and its report (UTS #39, sections 4 and 4.1) that a host may contain.
    ['paypal', 'раураӏ'],
    ['scope', 'ѕсоре'],
    ['apple', 'аррӏе'],
    ['circle', 'сігсӏе'],
    ['metamask', 'mеtаmаѕk'],
    ['toys-r-us', 'toуѕ-г-us'],
    ['ledger', 'ӏеԁɡег'],
    ['coinbase', 'coínbäse'],
    ['kraken', 'κrаκеո'],
    // Within one script.
    ['modem', 'modern'],
    ['wow', 'vvow'],
    ['illicit', '1l1icit'],
    ['opensea', '0pen5ea'],
  ])('%s and %s', (one, other) => {
    expect(skeletonOf(other)).toBe(skeletonOf(one));
  });

  test.each([
    ['example', 'exemple'],
    ['apple', 'aple'],
    ['москва', 'moskva'],
  ])('but not %s and %s', (one, other) => {
    expect(skeletonOf(other)).not.toBe(skeletonOf(one));
  });
});

test('every character of the table maps to one letter or pair and is allowed in a host', () => {
  const entries = [confusables.standard, confusables.further].flatMap((group) => Object.entries<string>(group));
  const characters = entries.flatMap(([, others]) => [...others]);
  expect(new Set(characters).size).toBe(characters.length);
  expect(characters.filter((character) => character.normalize('NFKC').toLowerCase() !== character)).toEqual([]);
  expect(entries.filter(([letter]) => !/^[a-z0-9-]{1,2}$/.test(letter))).toEqual([]);
});
