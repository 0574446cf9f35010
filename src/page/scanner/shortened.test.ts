import { describe, expect, it } from 'vitest';
import { abbreviationOf } from './shortened.ts';

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
