import { describe, expect, it } from 'vitest';
import { isDeceptiveEdit } from './edit-distance.ts';

describe('one edit', () => {
  it.each([
    ['coinbaze', 'coinbase', true],
    ['coinbasee', 'coinbase', true],
    ['coinbse', 'coinbase', true],
    ['coinbase', 'coinbase', false],
    ['doinbase', 'coinbase', false],
    ['coin-base', 'coinbase', false],
    ['coinbase7', 'coinbase', false],
    ['coinbaxxse', 'coinbase', false],
    ['cionbase', 'coinbase', true],
    ['conibaes', 'coinbase', false],
    ['ocinbase', 'coinbase', false],
  ])('%s for %s: %s', (name, original, expected) => expect(isDeceptiveEdit(name, original)).toBe(expected));
});
