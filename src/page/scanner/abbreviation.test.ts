import { describe, expect, it } from 'vitest';
import { abbreviationOf } from './abbreviation.ts';
import { FAMILIES } from './family.ts';

const CONTENT = '0xbad1c0de5a1f2b3c4d5e6f708192a3b4c5d6e7f8';
const [evm] = FAMILIES;
if (evm === undefined) throw new Error('There is no family');

describe('a shortened spelling', () => {
  it.each(['0xBaD1…e7F8', '0xbad1c0...d6e7f8', '0xBAD1****E7F8', '0xbad1 … e7f8'])('%s is found', (spelling) => {
    expect(abbreviationOf(CONTENT, evm, `to ${spelling}`)).toEqual({ index: 3, length: spelling.length });
  });

  it('of another address is not taken for this one', () => {
    expect(abbreviationOf(CONTENT, evm, '0xbad2…e7f8')).toBeNull();
    expect(abbreviationOf(CONTENT, evm, '0xbad1…e7f9')).toBeNull();
  });

  it('is found behind one of another address', () => {
    expect(abbreviationOf(CONTENT, evm, '0x1234…5678 → 0xbad1…e7f8')?.index).toBe(14);
  });
});
