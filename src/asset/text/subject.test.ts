import { describe, expect, test } from 'vitest';
import { namedBy } from '../content.ts';
import { added as addedTo, mentionOf, onPlatform, reachOf, type Subject } from './subject.ts';

const MOST = 100;
const added = (before: Subject, text: string) => addedTo(before, text, MOST);

const reach = (content: string) => reachOf(namedBy(content)!);
const about = (contents: string[] = [], mentions: string[] = []) => ({ contents, mentions });

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
    expect(added(about(['a-scam.example']), 'https://b-scam.example/')).toMatchObject({
      contents: ['a-scam.example', 'b-scam.example'],
      rest: '',
      problem: null,
    });
  });

  test('takes what is not recognised along as text, a line each', () => {
    expect(added(about(['a-scam.example']), 'the caller said\n0151 234567')).toMatchObject({
      contents: ['a-scam.example'],
      mentions: ['the caller said', '0151 234567'],
      problem: null,
    });
    expect(added(about(), '@evil_bot, @evil_too').mentions).toEqual(['@evil_bot', '@evil_too']);
    expect(added(about([], ['the caller said']), 'the caller said').problem).toBe('twice');
    expect(added(about(), ' \n ').problem).toBe('empty');
  });

  test('takes account names, bank accounts and mistyped addresses beside a site along by themselves, a sentence with it', () => {
    const mistyped = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5';
    const text = `https://a-scam.example/\n@evil_bot, @evil_too\nDE89 3704 0044 0532 0130 00\n${mistyped}\nThey called me`;
    expect(added(about(), text)).toMatchObject({
      contents: ['a-scam.example'],
      mentions: ['@evil_bot', '@evil_too', 'DE89 3704 0044 0532 0130 00', mistyped],
      rest: 'They called me',
      problem: null,
    });
    expect(added(about(['a-scam.example']), 'a-scam.example\n@evil_bot')).toMatchObject({
      mentions: ['@evil_bot'],
      problem: null,
    });
  });

  test('asks once for the platform of all account names, and leaves those as text that it cannot have', () => {
    expect(onPlatform(about(['a-scam.example'], ['@evil_bot', '@a-b.c', 'a text']), 'TELEGRAM')).toEqual({
      contents: ['a-scam.example', 'TELEGRAM:evil_bot'],
      mentions: ['@a-b.c', 'a text'],
    });
  });

  test('holds each content once', () => {
    expect(added(about(['a-scam.example']), 'HTTPS://A-SCAM.example/other')).toMatchObject({
      contents: ['a-scam.example'],
      problem: 'twice',
    });
  });

  test('holds a site or its page, not both', () => {
    expect(added(about(['PAGE:a-scam.example/other']), 'https://a-scam.example/other?x')).toMatchObject({
      problem: 'twice',
    });
  });

  test('keeps a telephone number and the sentence around an address whole', () => {
    expect(added(about(), '+49 151 23456789')).toMatchObject({ contents: ['+4915123456789'], problem: null });
    expect(added(about(), 'https://evil.com took my coins')).toMatchObject({
      contents: ['evil.com'],
      rest: 'https://evil.com took my coins',
    });
  });

  test('ends at the number that the service takes', () => {
    const full = Array.from({ length: MOST }, (_, index) => `scam-${index}.example`);
    expect(added(about(full), 'one-more.example').problem).toBe('full');
    expect(added(about([], full), 'one more thing').problem).toBe('full');
  });
});

test('what goes along as text is called what it is', () => {
  expect(mentionOf('@evil_bot').kind).toBe('handle');
  expect(mentionOf('DE89 3704 0044 0532 0130 00').kind).toBe('bankAccount');
  expect(mentionOf('a man on the telephone').kind).toBe('other');
  expect(mentionOf('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toEqual({
    kind: 'fault',
    fault: { fault: 'checksum', family: 'Bitcoin' },
  });
});
