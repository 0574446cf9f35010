import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Unzip, UnzipInflate } from 'fflate';

/** A ZIP without a text in it. The message goes on after the name of the file. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

/** How many bytes of a file say how it is packed. */
export const MAGIC_BYTES = 4;

/** Unpacks a gzip or a ZIP of one file, by its first bytes. While it is read: @throws ZipError, an error of zlib */
export function unpacked(magic: Uint8Array, bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // A failure of either stream reaches the reader of the last one.
  if (magic[0] === 0x1f && magic[1] === 0x8b) return pipeline(bytes, createGunzip(), () => {});
  return String.fromCharCode(...magic.subarray(0, MAGIC_BYTES)) === 'PK\x03\x04' ? unzipped(bytes) : bytes;
}

async function* unzipped(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const parts: Buffer[] = [];
  let files = 0;
  const unzip = new Unzip((file) => {
    // A folder has no text, nor has what a Mac notes about a file.
    if (file.name.endsWith('/') || file.name.startsWith('__MACOSX/')) return;
    files += 1;
    if (files > 1) throw new ZipError('is a ZIP of several files. Unpack it, and give one of them.');
    file.ondata = (error, part) => {
      if (error) throw error;
      parts.push(Buffer.from(part));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const push = (part: Uint8Array, isLast: boolean): Buffer[] => {
    try {
      unzip.push(part, isLast);
    } catch (error) {
      if (error instanceof ZipError) throw error;
      throw new ZipError(`is a ZIP that cannot be unpacked (${String(error)}). Fetch it again, or unpack it.`);
    }
    return parts.splice(0);
  };
  for await (const part of bytes) yield* push(part, false);
  yield* push(new Uint8Array(), true);
}
