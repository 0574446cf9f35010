import { describe, expect, it } from 'vitest';
import { abbreviationOf, disagreementOf } from './shortened.ts';

const CONTENT = '0xbad1c0de5a1f2b3c4d5e6f708192a3b4c5d6e7f8';

describe('a shortened spelling', () => {
  it.each(['0xBaD1…e7F8', '0xbad1c0...d6e7f8', '0xBAD1****E7F8', '0xbad1 … e7f8'])('%s is found', (spelling) => {
    expect(abbreviationOf(CONTENT, `to ${spelling}`)).toEqual({ index: 3, length: spelling.length });
  });

  it('of another address is not taken for this one', () => {
    expect(abbreviationOf(CONTENT, '0xbad2…e7f8')).toBeNull();
    expect(abbreviationOf(CONTENT, '0xbad1…e7f9')).toBeNull();
  });

  it('is found behind one of another address', () => {
    expect(abbreviationOf(CONTENT, '0x1234…5678 → 0xbad1…e7f8')?.index).toBe(14);
  });

  it('of another family is found, with its case', () => {
    const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    expect(abbreviationOf(bitcoin, 'to bc1qw5...f3t4')?.index).toBe(3);
    expect(abbreviationOf(tron, 'TR7NHq…Lj6t')?.index).toBe(0);
    expect(abbreviationOf(tron, 'TR7nHq…Lj6t')).toBeNull();
  });
});

describe('a shortened address on what leads to an address', () => {
  const OTHER = '0xba12000000000000000000000000000000000089';
  const behind = `/address/${CONTENT}?tab=1`;

  it('that does not agree with it is told', () => {
    expect(disagreementOf('To: 0xBA12...89cd', behind, [CONTENT])).toEqual({ shown: '0xba12…89cd', content: CONTENT });
    const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    expect(disagreementOf('TR8NHq…Lj6t', tron, [tron])?.shown).toBe('TR8NHq…Lj6t');
    const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    expect(disagreementOf('bc1qxx…f3t4', bitcoin, [bitcoin])?.content).toBe(bitcoin);
  });

  it('that agrees with one of them is not', () => {
    expect(disagreementOf('0xbad1…e7f8', behind, [CONTENT])).toBeNull();
    expect(disagreementOf('0xBAD1…E7F8', `${OTHER} ${CONTENT}`, [OTHER, CONTENT])).toBeNull();
  });

  it.each([
    ['0x49d3…4dc7', '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7'],
    ['0x049d…4dc7', '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7'],
  ])('that differs only in the leading zeros of Starknet and Aptos is not: %s', (label, address) => {
    expect(disagreementOf(label, `/contract/${address}`, [address])).toBeNull();
  });

  it.each([
    ['no address', 'terms…more'],
    ['a hash of a transaction behind it', '0x9f3a…77c1', `/tx/0x9f3a${'0'.repeat(56)}77c1?from=${CONTENT}`],
    ['two addresses', '0xba12…89cd to 0xba13…89cd'],
    ['an address of another family', 'bc1qw5…f3t4'],
    ['a sentence', `${'word '.repeat(20)}0xba12…89cd`],
    ['too little of one', '0xba…9c'],
  ])('is not where there is %s', (_, label, text = behind) => {
    expect(disagreementOf(label, text, [CONTENT])).toBeNull();
  });
});
