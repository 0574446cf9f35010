/** The prefix of a full hash in hexadecimal. */
export const prefixOfHex = (hash: string): number => Number.parseInt(hash.slice(0, 8), 16);

/** Prefixes as big-endian uint32, in the order given. */
export function packPrefixes(prefixes: Iterable<number>): Uint8Array {
  const list = Uint32Array.from(prefixes);
  const bytes = new DataView(new ArrayBuffer(list.length * 4));
  for (const [index, prefix] of list.entries()) bytes.setUint32(index * 4, prefix);
  return new Uint8Array(bytes.buffer);
}

/** Reads back what {@link packPrefixes} wrote. */
export function unpackPrefixes(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getUint32(index * 4));
}
