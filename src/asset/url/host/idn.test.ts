import { describe, expect, test } from 'vitest';
import { decodeLabel, readableHost } from './idn.ts';

describe('a host in another script is shown in that script', () => {
  test.each([
    ['xn--mnchen-3ya.example', 'münchen.example'],
    ['xn--80ak6aa92e.com', 'аррӏе.com'],
    ['xn--fiqs8s', '中国'],
    ['xn--e1afmkfd.xn--p1ai', 'пример.рф'],
    ['xn--r8jz45g.xn--zckzah', '例え.テスト'],
  ])('%s', (ascii, readable) => {
    expect(readableHost(ascii)).toBe(readable);
  });

  test('an ASCII host is unchanged', () => {
    expect(readableHost('claim-airdrop.example')).toBe('claim-airdrop.example');
    expect(readableHost('192.0.2.1')).toBe('192.0.2.1');
  });
});

describe('sample strings of RFC 3492, section 7.1', () => {
  test.each([
    ['egbpdaj6bu4bxfgehfvwxn', 'ليهمابتكلموشعربي؟'],
    ['ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
    ['Proprostnemluvesky-uyb24dma41a', 'Pročprostěnemluvíčesky'],
    ['b1abfaaepdrnnbgefbadotcwatmq2g4l', 'почемужеонинеговорятпорусски'],
    ['3B-ww4c5e180e575a65lsy2b', '3年B組金八先生'],
    ['-> $1.00 <--', '-> $1.00 <-'],
  ])('%s', (encoded, decoded) => {
    expect(decodeLabel(encoded)).toBe(decoded);
  });
});

test.each(['!!!', 'a', 'ab!', '999999999999999999999999', 'ü-abc', 'a_b', 'ab-g4t', 'paypal-df0c'])(
  'a label that is not valid stays as it is: %s',
  (label) => {
    expect(readableHost(`xn--${label}.example`)).toBe(`xn--${label}.example`);
  },
);
