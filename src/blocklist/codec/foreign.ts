import { MAX_ENTRIES, requireIncreasing } from './entries.ts';
import { ListError } from './list-error.ts';
import { decodePrefixes, isPrefixes } from './prefixes.ts';
import { MAX_BYTES } from './rice.ts';

const HEX_ENTRY = /^[0-9a-f]{8}$/i;
/**
 * Minimum size, in bytes, from which printable bytes count as text: packed prefixes look like text once in millions of
 * lists.
 */
const TEXT_FROM = 16;

/**
 * Reads a whole list in any format that an operator may publish, as strictly increasing prefixes: our own, packed
 * big-endian uint32, a JSON array of strings of eight hex characters, or one such string a line. Our own format is
 * recognised by its magic, whatever the content type; the others by content type, or by their bytes if it is unspecific
 * (absent, `application/octet-stream`, `text/plain`). Packed prefixes must be sorted; the text formats may be in any
 * order.
 * @param contentType value of the `Content-Type` header
 * @throws ListError `format` for anything else, such as an HTML page, and the errors of each format
 */
export function decodeList(bytes: Uint8Array, contentType = ''): Uint32Array {
  if (isPrefixes(bytes)) return decodePrefixes(bytes);
  if (bytes.length > MAX_BYTES) throw new ListError('too-large', 'The list is too large');
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (/html|xml/.test(type)) throw new ListError('format', `The answer is a page (${type}), not a list`);
  if (/^application\/(?:[\w.-]+\+)?json$/.test(type)) return fromJson(textOf(bytes));
  const text = type.startsWith('text/') ? textOf(bytes) : printable(bytes);
  if (text === null) return fromPacked(bytes);
  return /^\s*\[/.test(text) ? fromJson(text) : fromLines(bytes);
}

/** Lines end with LF or CR LF; the final line end is optional. */
function fromLines(bytes: Uint8Array): Uint32Array {
  const prefixes = new Uint32Array(Math.ceil(bytes.length / 9));
  let count = 0;
  for (let at = 0; at < bytes.length; ) {
    const line = String.fromCharCode(...bytes.subarray(at, at + 8));
    if (!HEX_ENTRY.test(line)) throw notHex();
    prefixes[count++] = Number.parseInt(line, 16);
    at += 8;
    if (bytes[at] === 0x0d && bytes[at + 1] === 0x0a) at++;
    if (at < bytes.length && bytes[at++] !== 0x0a) throw notHex();
  }
  return sortedDistinct(prefixes.subarray(0, count));
}

const notHex = () => new ListError('format', 'The answer is text, but not a prefix of eight hex characters a line');

function fromJson(text: string): Uint32Array {
  let entries: unknown;
  try {
    entries = JSON.parse(text);
  } catch (error) {
    throw new ListError('format', 'The answer calls itself JSON and is not', { cause: error });
  }
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string' && HEX_ENTRY.test(entry)))
    throw new ListError('format', 'The answer is JSON, but not an array of prefixes in hex');
  if (entries.length > MAX_ENTRIES) throw new ListError('too-large', 'The list is too large');
  return sortedDistinct(Uint32Array.from(entries as string[], (entry) => Number.parseInt(entry, 16)));
}

function sortedDistinct(prefixes: Uint32Array): Uint32Array {
  const sorted = prefixes.toSorted();
  requireIncreasing(sorted);
  return sorted;
}

function fromPacked(bytes: Uint8Array): Uint32Array {
  if (bytes.length % 4 !== 0) throw new ListError('format', 'The answer is not a list of a known format');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const prefixes = new Uint32Array(bytes.length / 4);
  for (let i = 0; i < prefixes.length; i++) prefixes[i] = view.getUint32(i * 4);
  requireIncreasing(prefixes);
  return prefixes;
}

/** The bytes as text; null if they are not printable or too few to tell. */
function printable(bytes: Uint8Array): string | null {
  if (bytes.length === 0 || !bytes.every(isTextByte)) return null;
  let text: string;
  try {
    text = textOf(bytes);
  } catch {
    return null;
  }
  return bytes.length >= TEXT_FROM || /^\s*[<[{]|^[0-9a-f]{8}\s*$/i.test(text) ? text : null;
}

const isTextByte = (byte: number) => (byte >= 0x20 && byte !== 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ListError('format', 'The answer calls itself text and is not', { cause: error });
  }
}
