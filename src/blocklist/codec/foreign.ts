import { MAX_ENTRIES, requireIncreasing } from './entries.ts';
import { ListError } from './list-error.ts';
import { decodePrefixes, isPrefixes } from './prefixes.ts';
import { MAX_BYTES } from './rice.ts';

const TEXT_TYPE = /^\s*(?:text\/|application\/(?:[\w.-]+\+)?json\b)/i;
const HEX_ENTRY = /^[0-9a-f]{8}$/i;
/** Bytes from which printable ones count as text: packed prefixes look like text once in millions of lists. */
const TEXT_FROM = 16;

/**
 * Reads a whole list in any format that an operator may publish, as strictly increasing prefixes: our own, packed
 * big-endian uint32, a JSON array of strings of eight hex characters, or one such string a line. Our own format is
 * recognised by its magic, text by the content type or its bytes. Packed prefixes must be sorted; the text formats may be in
 * any order.
 * @param contentType value of the `Content-Type` header
 * @throws ListError `format` for anything else, such as an HTML page, and the errors of each format
 */
export function decodeList(bytes: Uint8Array, contentType = ''): Uint32Array {
  if (isPrefixes(bytes)) return decodePrefixes(bytes);
  if (bytes.length > MAX_BYTES) throw new ListError('too-large', 'The list is too large');
  const isText = TEXT_TYPE.test(contentType) || (bytes.length >= TEXT_FROM && bytes.every(isTextByte));
  return isText ? fromText(new TextDecoder().decode(bytes)) : fromPacked(bytes);
}

const isTextByte = (byte: number) => (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Lines end with LF or CR LF; the final line end is optional. */
function fromText(text: string): Uint32Array {
  const lines = () => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));
  const entries: unknown[] = text.trimStart().startsWith('[') ? parsed(text) : lines();
  if (!entries.every((entry) => typeof entry === 'string' && HEX_ENTRY.test(entry)))
    throw new ListError('format', 'The answer is text, but not a list of prefixes of eight hex characters');
  if (entries.length > MAX_ENTRIES) throw new ListError('too-large', 'The list is too large');
  const sorted = Uint32Array.from(entries as string[], (entry) => Number.parseInt(entry, 16)).sort();
  requireIncreasing(sorted);
  return sorted;
}

function parsed(text: string): unknown[] {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ListError('format', 'The answer begins as JSON and is not', { cause: error });
  }
}

function fromPacked(bytes: Uint8Array): Uint32Array {
  if (bytes.length % 4 !== 0) throw new ListError('format', 'The answer is not a list of a known format');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const prefixes = Uint32Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4));
  requireIncreasing(prefixes);
  return prefixes;
}
