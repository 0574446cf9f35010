import { expect, it } from 'vitest';
import { mediaTypeOf, refusedKind } from './attachment.ts';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

it.each([
  ['a.HEIC', '\0\0\0\x18ftypheic\0\0\0\0', 'heic'],
  ['a.jpg', '\0\0\0\x18ftypmif1\0\0\0\0', 'heic'],
  ['a.mp4', '\0\0\0\x20ftypisom', 'video'],
  ['a.mov', '\0\0\0\x14ftypqt  ', 'video'],
  ['a.webm', '\x1aE\xdf\xa3', 'video'],
  ['a.msg', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'message'],
  // In the encoding of an old mail program
  ['a.eml', 'Subject: Gewinn f\xfcr Sie', 'message'],
  ['a.exe', 'MZ\x90\0', 'kind'],
] as const)('%s is not accepted, and the person reads what it is', (name, head, kind) => {
  expect(mediaTypeOf(bytes(head), name)).toBeNull();
  expect(refusedKind(bytes(head), name)).toBe(kind);
});

it('a film that is too large to be read is known by its name', () => {
  expect(refusedKind(null, 'call.MP4')).toBe('video');
});

it('a message in UTF-8 is accepted', () => {
  expect(mediaTypeOf(bytes('Subject: x\r\n\r\ny'), 'a.eml')).toBe('message/rfc822');
});

it('the beginning of a long text decides, wherever it is cut', () => {
  const beginning = new TextEncoder().encode(`a${'ä'.repeat(40_000)}`);
  expect(mediaTypeOf(beginning, 'a.txt')).toBe('text/plain');
  expect(mediaTypeOf(Uint8Array.from([...beginning, 0]), 'a.txt')).toBe('text/plain');
  expect(mediaTypeOf(Uint8Array.from([0, ...beginning]), 'a.txt')).toBeNull();
  expect(mediaTypeOf(beginning.subarray(0, 20), 'a.txt')).toBeNull();
});
