import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../database/refused.ts';
import { confidenceIn, termProblems, termSet } from './term.ts';

describe('how sure a term is found', () => {
  it.each([
    ['acme.example', 'high'],
    ['login.ACME-wallet.example', 'high'],
    ['acmewallet.example', 'medium'],
    ['аcme-wallet.example', 'low'],
    ['xn--cme-5cd.example', 'low'],
    ['acrne.example', 'low'],
    ['example.test/pay?to=acme', 'high'],
    ['accme.example', null],
    ['', null],
  ])('in %j is %j', (content, expected) => {
    expect(confidenceIn(content, termSet(['Acme ', 'zenith']))).toBe(expected);
  });

  it('takes what a term holds as it is written', () => {
    expect(confidenceIn('a.c+me.example', termSet(['a.c+me']))).toBe('high');
    expect(confidenceIn('abccme.example', termSet(['a.c+me']))).toBeNull();
  });

  it('is the same whatever the case of letters that change their length', () => {
    expect(confidenceIn('İstanbul-pay.example', termSet(['İSTANBUL']))).toBe('high');
  });
});

describe('the terms of a config', () => {
  it('are wrong where one is there twice or would match everything', () => {
    expect(termProblems(['acme', 'wallet'])).toEqual([]);
    expect(termProblems(['acme', ' ACME ', '...']).map((one) => inEnglish(one))).toEqual([
      '"acme" is there more than once',
      '"..." has neither a letter nor a digit',
    ]);
  });
});
