const PERCENT = 0x25;
const HEX = '0123456789ABCDEF';

/**
 * Where `escapePath` would change something: a character outside 0x21…0x7e, `#`, or an escape other than those it
 * writes for a space and for non-ASCII bytes.
 */
const UNSTABLE = /[^!-~]|#|%(?!20|[89A-F][0-9A-F])/;

/**
 * Percent-unescapes a text until nothing is left to unescape (Safe Browsing, "Canonicalization"). Escapes `%HH` cannot
 * overlap, so one pass that reduces as it reads gives the result of repeated passes in linear time.
 */
export function unescapedBytes(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  let size = 0;
  for (const byte of bytes) {
    bytes[size++] = byte;
    while (size >= 3 && bytes[size - 3] === PERCENT) {
      const high = hexValue(bytes[size - 2]!);
      const low = hexValue(bytes[size - 1]!);
      if (high < 0 || low < 0) break;
      size -= 2;
      bytes[size - 1] = high * 16 + low;
    }
  }
  return bytes.subarray(0, size);
}

/**
 * Writes bytes as text. Bytes up to 0x20 and from 0x7f on, `#`, `%` and the bytes of `also` become `%HH` with
 * upper-case digits.
 */
export function escapedText(bytes: Uint8Array, also = ''): string {
  let text = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    text +=
      byte <= 0x20 || byte >= 0x7f || character === '#' || byte === PERCENT || also.includes(character)
        ? `%${HEX[byte >> 4]}${HEX[byte & 15]}`
        : character;
  }
  return text;
}

/** A path with its query in canonical escapes: unescaped until stable, then escaped once. */
export const escapePath = (text: string): string => (UNSTABLE.test(text) ? escapedText(unescapedBytes(text)) : text);

function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
