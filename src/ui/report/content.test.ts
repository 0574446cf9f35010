import { describe, expect, test } from 'vitest';
import { added, MAX_CONTENTS, reportable, reportables } from './content.ts';

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

describe('what a person writes becomes what is sent', () => {
  test('a page of a site is sent without the private part of its address', () => {
    expect(reportable('https://claim-airdrop.example/session?token=secret#me')).toEqual({
      content: 'claim-airdrop.example',
      asset: { type: 'URL', content: 'claim-airdrop.example' },
    });
  });

  test('a wallet address is recognised', () => {
    expect(reportable(` ${WALLET} `)?.asset.type).toBe('ADDRESS');
  });

  test('nothing is made of words', () => {
    expect(reportable('they stole my money')).toBeNull();
    expect(reportable('')).toBeNull();
    expect(reportable('javascript:alert(1)')).toBeNull();
  });

  test('several at once are told apart', () => {
    const found = reportables(`a-scam.example, ${WALLET}\nhttps://b-scam.example/x`);
    expect(found.map(({ asset }) => asset.type)).toEqual(['URL', 'ADDRESS', 'URL']);
  });
});

describe('the list of a report', () => {
  test('grows by what is recognised', () => {
    expect(added(['a-scam.example'], 'https://b-scam.example/')).toEqual({
      contents: ['a-scam.example', 'b-scam.example'],
      problem: null,
    });
  });

  test('says when nothing was recognised, and keeps what it had', () => {
    expect(added(['a-scam.example'], 'hello there')).toEqual({ contents: ['a-scam.example'], problem: 'wrong' });
  });

  test('holds each content once', () => {
    expect(added(['a-scam.example'], 'HTTPS://A-SCAM.example/other')).toEqual({
      contents: ['a-scam.example'],
      problem: 'twice',
    });
  });

  test('ends at the number that the service takes', () => {
    const full = Array.from({ length: MAX_CONTENTS }, (_, index) => `scam-${index}.example`);
    expect(added(full, 'one-more.example').problem).toBe('full');
  });

  test('says what is wrong with an address', () => {
    expect(added([], 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5').problem).toEqual({
      fault: 'checksum',
      family: 'Bitcoin',
    });
  });
});
