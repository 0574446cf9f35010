import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { randomPrefixes } from '../../../test/fixtures/blocklist/random.ts';
import { digestAside, digestOf } from './entries.ts';
import { decodeList } from './foreign.ts';
import { ListError } from './list-error.ts';
import { encodePrefixes } from './prefixes.ts';

const sorted = randomPrefixes(500, 1);
const hex = [...sorted].map((prefix) => prefix.toString(16).padStart(8, '0'));
const bytesOf = (text: string) => new TextEncoder().encode(text);
const packed = (prefixes: Uint32Array) => {
  const buffer = Buffer.alloc(prefixes.length * 4);
  for (const [i, prefix] of prefixes.entries()) buffer.writeUInt32BE(prefix, i * 4);
  return Uint8Array.from(buffer);
};

describe('a list of another operator', () => {
  test.each<[string, Uint8Array, string | undefined]>([
    ['our own, whatever the content type says', encodePrefixes(sorted), 'text/plain'],
    ['packed uint32', packed(sorted), 'application/octet-stream'],
    ['packed uint32 without a content type', packed(sorted), undefined],
    ['a JSON array', bytesOf(JSON.stringify(hex)), 'application/json; charset=utf-8'],
    ['a JSON array as octets', bytesOf(JSON.stringify(hex, null, 2)), 'application/octet-stream'],
    ['lines', bytesOf(hex.join('\n')), 'text/plain; charset=utf-8'],
    ['lines with CR LF and a last one, without a content type', bytesOf(`${hex.join('\r\n')}\r\n`), undefined],
    ['upper-case lines in any order', bytesOf(hex.toReversed().join('\n').toUpperCase()), 'text/plain'],
  ])('%s', (_, bytes, contentType) => {
    expect(decodeList(bytes, contentType)).toEqual(sorted);
  });

  test('also when it is empty', () => {
    for (const [bytes, type] of [
      [new Uint8Array(), 'application/octet-stream'],
      [new Uint8Array(), 'text/plain'],
      [bytesOf('[]'), 'application/json'],
      [encodePrefixes(new Uint32Array()), undefined],
    ] as const)
      expect(decodeList(bytes, type)).toEqual(new Uint32Array());
  });

  test('also when packed entries look like text', () => {
    expect(decodeList(bytesOf('WXYZwxyz'), 'application/octet-stream')).toEqual(
      Uint32Array.from([0x5758595a, 0x7778797a]),
    );
  });
});

describe('anything but a list is refused', () => {
  const page = '<!doctype html><html><title>Sign in to the network</title><body>cafebabe deadbeef</body></html>';
  test.each<[string, string, string | undefined]>([
    ['a page', page, 'text/html; charset=utf-8'],
    ['a page that calls itself text', page, 'text/plain'],
    ['a page that calls itself octets', page, 'application/octet-stream'],
    ['a page that calls itself JSON', page, 'application/json'],
    ['a page without a content type whose length divides by four', page.padEnd(100), undefined],
    ['an error of a proxy', 'Bad Gateway: no server is available.', 'application/octet-stream'],
    ['a JSON object', '{"prefixes": ["00000001"]}', 'application/json'],
    ['a JSON object as octets', '{"prefixes": ["00000001"]}  ', 'application/octet-stream'],
    ['JSON numbers', '[1, 2, 3]', 'application/json'],
    ['short hex', 'abc\ndef\n', 'text/plain'],
    ['whole hashes', 'ab'.repeat(32), 'text/plain'],
    ['blank lines', '00000001\n\n00000002', 'text/plain'],
    ['lines that end in CR', '00000001\r00000002\r', 'text/plain'],
    ['bytes of no whole entry', '\0\0\0', 'application/octet-stream'],
  ])('%s', (_, text, contentType) => {
    expect(() => decodeList(bytesOf(text), contentType)).toThrow(expect.objectContaining({ kind: 'format' }));
  });

  test.each<[string, Uint8Array, string]>([
    ['packed and unsorted', packed(sorted.toReversed()), 'application/octet-stream'],
    ['repeated lines', bytesOf('00000001\n00000001'), 'text/plain'],
    ['repeated JSON', bytesOf('["0000000A","0000000a"]'), 'application/json'],
  ])('%s', (_, bytes, contentType) => {
    expect(() => decodeList(bytes, contentType)).toThrow(ListError);
  });
});

test.each([0, 1, 500, 16_384, 40_000])('the digest of %i prefixes is SHA-256 over the packed list', async (count) => {
  const prefixes = randomPrefixes(count, 3);
  const expected = createHash('sha256').update(packed(prefixes)).digest('hex');
  expect([digestOf(prefixes), await digestAside(prefixes)]).toEqual([expected, expected]);
});
