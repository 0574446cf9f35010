// What signed bytes are put together from.

const encoder = new TextEncoder();

/** A word: its length in bytes (uint16) and its UTF-8. @throws RangeError for a word that is too long */
export function sized(word: string): Uint8Array {
  const text = encoder.encode(word);
  if (text.length > 0xffff) throw new RangeError('A signed word is longer than 65,535 bytes');
  return joined([Uint8Array.of(text.length >> 8, text.length & 0xff), text]);
}

/** Eight bytes, big-endian. @throws RangeError for what is no count or version */
export function uint64(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no count or version`);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
