import { ListError } from './list-error.ts';
import { decodeRun, encodeRun } from './rice.ts';

/** The first four bytes of every list in this format. */
export const PREFIXES_MAGIC = 0x5750_464c;
const FORMAT_VERSION = 1;
const PREFIX_WIDTH = 4;
const HEADER_BYTES = 16;

/** Encodes strictly increasing prefixes (WPFL, README). @throws ListError if they are not */
export function encodePrefixes(sorted: Uint32Array): Uint8Array {
  const run = encodeRun(sorted);
  const bytes = new Uint8Array(HEADER_BYTES + run.bytes.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, PREFIXES_MAGIC);
  view.setUint8(4, FORMAT_VERSION);
  view.setUint8(5, PREFIX_WIDTH);
  view.setUint8(6, run.parameter);
  view.setUint32(8, sorted.length);
  view.setUint32(12, sorted[0] ?? 0);
  bytes.set(run.bytes, HEADER_BYTES);
  return bytes;
}

/**
 * Reads the output of `encodePrefixes` as strictly increasing prefixes, completely or not at all. Linear time and
 * memory.
 * @throws ListError
 */
export function decodePrefixes(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isPrefixes(bytes)) throw new ListError('format', 'These bytes are not a prefix list');
  if (bytes.length < HEADER_BYTES) throw new ListError('truncated', 'The list ends inside its header');
  requireFormat(view, FORMAT_VERSION);
  if (view.getUint8(7) !== 0) throw new ListError('version', 'The reserved byte of the list is not zero');
  const { values, used } = decodeRun(bytes.subarray(HEADER_BYTES), {
    parameter: view.getUint8(6),
    count: view.getUint32(8),
    first: view.getUint32(12),
  });
  if (HEADER_BYTES + used !== bytes.length) throw new ListError('trailing', 'Bytes follow the last entry of the list');
  return values;
}

/** Whether bytes begin with the magic of this format. */
export const isPrefixes = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) === PREFIXES_MAGIC;

/** Throws unless this build reads the version and the prefix width after the magic. */
export function requireFormat(view: DataView, version: number): void {
  if (view.getUint8(4) !== version)
    throw new ListError('version', `Format version ${view.getUint8(4)} is not known here: update the extension`);
  if (view.getUint8(5) !== PREFIX_WIDTH)
    throw new ListError('version', `Prefixes of ${view.getUint8(5)} bytes are not known here: update the extension`);
}
