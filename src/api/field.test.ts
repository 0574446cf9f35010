import { expect, it } from 'vitest';
import { webAddress } from './field.ts';

it('takes web addresses with a host that DNS can name, and parses no other', () => {
  const isTaken = (text: string) => webAddress(4_096).safeParse(text).success;
  for (const text of [
    'https://a.example',
    'HTTP://user@münchen.example:8080/a?b#c',
    `http://a.example/${'ä'.repeat(4_000)}`,
  ])
    expect([text, isTaken(text)]).toEqual([text, true]);
  const chinese = Array.from({ length: 4_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
  for (const text of [
    '',
    'a.example',
    'ftp://a.example',
    'javascript:alert(1)',
    'https://',
    'https://a b/',
    `http://${chinese}`,
  ])
    expect([text, isTaken(text)]).toEqual([text, false]);
});
