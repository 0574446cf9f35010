import { describe, expect, test } from 'vitest';
import confusables from './confusables.json' with { type: 'json' };
import { skeletonOf } from './skeleton.ts';

describe('names that a reader does not tell apart', () => {
  test.each([
    // Pairs of the standard's own table and of its report (UTS #39, sections 4 and 4.1), over what a host may hold.
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

test('every character of the table stands for one letter or pair, and is one that a host may hold', () => {
  const entries = [confusables.standard, confusables.further].flatMap((group) => Object.entries<string>(group));
  const characters = entries.flatMap(([, others]) => [...others]);
  expect(new Set(characters).size).toBe(characters.length);
  expect(characters.filter((character) => character.normalize('NFKC').toLowerCase() !== character)).toEqual([]);
  expect(entries.filter(([letter]) => !/^[a-z0-9-]{1,2}$/.test(letter))).toEqual([]);
});
