import { describe, expect, test } from 'vitest';
import { namedBy } from '../../asset/index.ts';
import { added, MAX_CONTENTS, reachOf } from './content.ts';

const reach = (content: string) => reachOf(namedBy(content)!);

describe('what blocking a reported address would mean', () => {
  const both = { site: 'claim.example', page: 'PAGE:claim.example/login' };

  test('is a choice between the site and its page, from either side', () => {
    expect(reach('https://claim.example/login?token=secret')).toEqual(both);
    expect(reach(both.page)).toEqual(both);
  });

  test('is no choice for a site alone, a page on a host of many people, or an account', () => {
    expect(reach('https://claim.example/')).toBeNull();
    expect(reach('https://bit.ly/abc')).toBeNull();
    expect(reach('https://x.com/evil_1')).toBeNull();
  });
});

describe('the list of a report', () => {
  test('grows by what is recognised', () => {
    expect(added(['a-scam.example'], 'https://b-scam.example/')).toMatchObject({
      contents: ['a-scam.example', 'b-scam.example'],
      rest: '',
      problem: null,
    });
  });

  test('says when nothing was recognised, and keeps what it had', () => {
    expect(added(['a-scam.example'], 'hello there')).toMatchObject({ contents: ['a-scam.example'], problem: 'wrong' });
  });

  test('holds each content once', () => {
    expect(added(['a-scam.example'], 'HTTPS://A-SCAM.example/other')).toMatchObject({
      contents: ['a-scam.example'],
      problem: 'twice',
    });
  });

  test('holds a site or its page, not both', () => {
    expect(added(['PAGE:a-scam.example/other'], 'https://a-scam.example/other?x')).toMatchObject({ problem: 'twice' });
  });

  test('keeps a telephone number and the sentence around an address whole', () => {
    expect(added([], '+49 151 23456789')).toMatchObject({ contents: ['+4915123456789'], problem: null });
    expect(added([], 'https://evil.com took my coins')).toMatchObject({
      contents: ['evil.com'],
      rest: 'https://evil.com took my coins',
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
