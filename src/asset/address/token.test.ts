import { describe, expect, it } from 'vitest';
import { candidatesIn } from './shape.ts';
import { mayHoldAddress } from './sign.ts';
import { eachToken } from './token.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const LOWER = ADDRESS.toLowerCase();
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const WORDS = 'The quick calm page reads like any other and says nothing of note about money or names. ';

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  eachToken(text, ({ content }) => tokens.push(content));
  return tokens;
}

it('an address over several lines is found among any number of short lines', () => {
  const lines = [ADDRESS.slice(0, 9), ADDRESS.slice(9, 20), ADDRESS.slice(20)];
  const short = 'ab\n';
  const missed = Array.from({ length: 80 }, (_, more) => 960 + more).filter(
    (count) => !tokensOf(`${short.repeat(count)}${lines.join('\n')}\n${short.repeat(200)}`).includes(ADDRESS),
  );
  expect(missed).toEqual([]);
});

describe('a disguised address', () => {
  const wide = (text: string) =>
    text.replace(/[0-9A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  /** Letters and digits of a mathematical alphabet that begins with this capital and this zero. */
  const styled = (text: string, capital: number, zero: number) =>
    text.replace(/[0-9A-Za-z]/g, (letter) => {
      const code = letter.charCodeAt(0);
      const at = code < 58 ? zero + code - 48 : capital + (code < 91 ? code - 65 : code - 71);
      return String.fromCodePoint(at);
    });
  it.each([
    ['in fullwidth letters', wide(ADDRESS)],
    ['in mathematical letters and digits', styled(ADDRESS, 0x1d670, 0x1d7f6)],
    ['in bold letters and digits', styled(ADDRESS, 0x1d400, 0x1d7ce)],
    ['with one mathematical digit', `0x${styled('5', 0, 0x1d7d8)}${ADDRESS.slice(3)}`],
    ['with letters that only resemble ASCII', ADDRESS.replaceAll('B', '\u212c').replaceAll('E', '\u2130')],
    ['with an O for its zeros', `O${ADDRESS.slice(1).replaceAll('0', '\u041e')}`],
    ['with tags', [...ADDRESS].join('\u{e0041}')],
    ['with further variation selectors', [...ADDRESS].join('\u{e0101}')],
    ['with one fullwidth digit', `0x${wide('5')}${ADDRESS.slice(3)}`],
    ['with marks of direction', `\u202d${ADDRESS.slice(0, 9)}\u200f${ADDRESS.slice(9)}\u202c`],
    ['with joiners', [...ADDRESS].join('\u200b')],
    ['with variation selectors', [...ADDRESS].join('\ufe0f')],
    [
      'with fillers',
      `${ADDRESS.slice(0, 9)}\u3164${ADDRESS.slice(9, 20)}\u115f${ADDRESS.slice(20, 30)}\uffa0${ADDRESS.slice(30)}`,
    ],
    ['over a line separator', `${ADDRESS.slice(0, 20)}\u2028${ADDRESS.slice(20)}`],
    ['with soft hyphens', `${ADDRESS.slice(0, 20)}\u00ad${ADDRESS.slice(20)}`],
    ['in groups with no-break spaces', ADDRESS.replace(/(.{4})(?=.)/g, '$1\u00a0')],
    ['in groups with thin spaces, its sign alone', `0x\u2009${ADDRESS.slice(2).replace(/(.{5})(?=.)/g, '$1\u2009')}`],
    ['over two lines', `${ADDRESS.slice(0, 22)}\n        ${ADDRESS.slice(22)}`],
    ['over two lines of Windows', `${ADDRESS.slice(0, 22)}\r\n${ADDRESS.slice(22)}`],
  ])('is read %s, with its position', (_, spelled) => {
    const text = `pay ${spelled} now`;
    const found = candidatesIn(text);
    expect(found.map(({ content }) => content)).toEqual([LOWER]);
    const { index, length } = found[0]!;
    expect(text.slice(index, index + length).replace(/[\u202c\u202d]/g, '')).toBe(
      spelled.replace(/[\u202c\u202d]/g, ''),
    );
    expect(mayHoldAddress(text)).toBe(true);
  });

  it('is read in a word of another script, whose halves of letters stay', () => {
    const text = `\u{1d49c}\u{1f600}\u{20000} ${wide(ADDRESS)}\u{1d6a8}`;
    expect(candidatesIn(text)).toEqual([{ content: LOWER, index: 7, length: 42 }]);
  });

  it('keeps the flags of regions apart, which are names of their own', () => {
    const flag = (region: string) =>
      `\u{1f3f4}${[...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`;
    const contents = [`${flag('gbeng')}.eth`, `${flag('gbsct')}${flag('gbwls')}.eth`];
    expect(candidatesIn(contents.join(' ')).map(({ content }) => content)).toEqual(contents);
    expect(candidatesIn('vita\u{e0041}lik.eth').map(({ content }) => content)).toEqual(['vitalik.eth']);
  });

  it('is read after a word and a no-break space', () => {
    const grouped = BITCOIN.replace(/(.{4})(?=.)/g, '$1\u00a0');
    expect(candidatesIn(`send\u00a0${grouped}\u00a0Copy`).map(({ content }) => content)).toContain(BITCOIN);
    expect(candidatesIn(`${ADDRESS}\u00a0Copy\u00a0it`).map(({ content }) => content)).toEqual([LOWER]);
  });
});

describe('the tokens of a text', () => {
  it('are names and words of sufficient length', () => {
    expect(tokensOf(`${WORDS}(${ADDRESS}) ${'a'.repeat(24)} ${'b'.repeat(129)} vitalik.eth, www.ethereum.org`)).toEqual(
      [ADDRESS, 'vitalik.eth'],
    );
  });

  it.each([
    ['dots', 'a.'.repeat(500_000)],
    ['names', '.near.eth'.repeat(110_000)],
    ['base58', 'Zb3'.repeat(333_333)],
    ['signs', '0x'.repeat(500_000)],
    ['pieces', '0x12\u00a0'.repeat(200_000)],
    ['lines', '0x12345678\n'.repeat(90_000)],
    ['long lines', `${'0x12345678'.repeat(4)}\u00a0`.repeat(25_000)],
    ['numbers', '123\u00a0'.repeat(250_000)],
    ['blanks', ' \n'.repeat(500_000)],
    ['colons', 'ab:'.repeat(333_333)],
    ['base64', 'EQ-_'.repeat(250_000)],
    ['beginnings of accounts', 'EQ\n'.repeat(330_000)],
    ['beginnings of accounts and blanks', `EQ\n${' '.repeat(1_000)}`.repeat(1_000)],
    ['checksums', `${'0123456789abcdef'.repeat(4)}\n`.repeat(15_000)],
    ['invisible characters', '\u200ba'.repeat(500_000)],
    ['tags', `\u{1f3f4}${'\u{e0041}'.repeat(500_000)}`],
    ['mathematical digits', '\u{1d7ce}'.repeat(500_000)],
    ['letterlike symbols', '\u2130'.repeat(1_000_000)],
  ])('are read in linear time: %s', (_, text) => {
    // A quadratic search would exceed the time limit of a test.
    mayHoldAddress(text);
    candidatesIn(text);
  });
});
