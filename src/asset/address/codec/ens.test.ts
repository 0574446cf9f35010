import { ens_normalize } from '@adraffy/ens-normalize/xnf';
import { describe, expect, it } from 'vitest';
import './ens-any-script.ts';
import { baseName, ensName } from './ens.ts';

describe('a name of the Ethereum Name Service', () => {
  it('in ASCII has the same normal form with and without the tables for other scripts', () => {
    const labels = [
      'abc',
      'ABC',
      '$$$',
      '_abc',
      'a_bc',
      '__a',
      'a-b',
      'ab--c',
      'a--b',
      '-ab',
      'ab-',
      'xn--abc',
      'a+b',
      'a b',
      "a'b",
    ];
    for (const label of labels) {
      const name = `${label}.pay.vitalik.eth`;
      let normal: string | null = null;
      try {
        normal = ens_normalize(name);
      } catch {
        // The name has no normal form.
      }
      expect([name, ensName(name)]).toEqual([name, normal]);
    }
  });

  it('on the Base chain has a separate type and at least three characters', () => {
    expect(ensName('évil.base.eth')).toBeNull();
    expect(baseName('Évil.base.eth')).toBe('évil.base.eth');
    expect(baseName('👻👻.base.eth')).toBeNull();
    expect(baseName('pay.evil.base.eth')).toBeNull();
    expect(baseName('evil.eth')).toBeNull();
  });
});
