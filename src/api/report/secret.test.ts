import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { holdsSecret } from './secret.js';

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const WORDS = readFileSync(new URL('../../../test/fixtures/bip39-english.txt', import.meta.url), 'utf8').split(/\s+/);
const HEX = '0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d';
const BASE_58 = '5J7bQmVvXyTqkMZr8sWn1fCzHhE2PdLgUaKxBt4RiNoYq6wD3jGvS9eFpZcXmVyTqkMZr8sWn1fCzHhE2PdLgUaK';

describe('a recovery phrase or private key in a report', () => {
  it('is found with every word of BIP-39', () => {
    expect(WORDS).toHaveLength(2_048);
    for (let at = 0; at + 12 <= WORDS.length; at += 12)
      expect(holdsSecret(WORDS.slice(at, at + 12).join(' ')), WORDS[at]).toBe(true);
  });

  it.each([
    PHRASE,
    `They asked for it: ${PHRASE}.`,
    `I typed ${PHRASE.toUpperCase()} there`,
    PHRASE.split(' ').join('\n'),
    PHRASE.split(' ')
      .map((word, index) => `${index + 1}. ${word}`)
      .join('\n'),
    PHRASE.replaceAll(' ', ', '),
    HEX,
    `private key: 0x${HEX}`,
    `my key ${HEX} leaked`,
    'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
    `-----BEGIN EC PRIVATE KEY-----\n${'A'.repeat(64)}`,
    `[${Array.from({ length: 64 }, (_, index) => index).join(', ')}]`,
    `nsec1${'q'.repeat(58)}`,
  ])('is found: %s', (text) => {
    expect(holdsSecret(text)).toBe(true);
  });

  it.each([
    'The site asked me for my seed phrase of twelve words and then my wallet was empty within one hour',
    'They called me, said that my account was hacked, and that I must move all of my coins to a safe wallet today',
    PHRASE.split(' ').slice(0, 11).join(' '),
    `transaction 0x${HEX}`,
    `Transaktion: ${HEX}`,
    `tx hash is 0x${HEX}`,
    `https://etherscan.io/tx/0x${HEX}`,
    `https://evil.example/?h=${HEX}`,
    `signature ${BASE_58}`,
    `near:${HEX}`,
    `0x${HEX}`,
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'Qmaz UYxUttHr7ftbC8bbxXFHSk1n2vxd9x25ZeTmWCvYMB',
    '',
  ])('is not found: %s', (text) => {
    expect(holdsSecret(text)).toBe(false);
  });

  it('is looked for in a long text in little time', () => {
    for (const part of ['legal ', 'ab12', 'a', '1, ', '0x', '['])
      expect(holdsSecret(part.repeat(Math.floor(40_000 / part.length)).replace(/^(?:legal ){9,}/, 'legal '))).toBe(
        false,
      );
  });
});
