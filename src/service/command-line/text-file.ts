import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { setImmediate as otherWork } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { Refused } from '../database/refused.ts';

/** A file that cannot be used. The message says what was expected, what was found and what to do. */
export class TextFileError extends Refused {
  override readonly name = 'TextFileError';
}

/** A text file; gzip is unpacked on the way. Each call of `chunks` reads it from its start. `size` is its size on disk in bytes. */
export type TextInput = {
  readonly name: string;
  readonly size: number;
  readonly chunks: () => AsyncIterable<string>;
};

/** Far more than any list, against decompression bombs. Characters. */
const MAX_TEXT_LENGTH = 256 * 1024 * 1024;
/** Characters. A host has at most 253. */
const MAX_LINE_LENGTH = 4096;

/**
 * Opens a list file. Gzip is recognised by its magic number (RFC 1952 section 2.3.1), whatever the file is called.
 * @param onBytes gets the number of bytes read so far
 *
 * @throws TextFileError when the file is missing, unreadable or not a file; while reading, when its gzip data is damaged, it holds NUL
 * (binary data), or it is longer than 256 Mi characters.
 */
export async function openTextFile(path: string, onBytes: (read: number) => void = () => {}): Promise<TextInput> {
  const name = basename(path);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const stat = await handle.stat();
    if (!stat.isFile()) throw new TextFileError(`${name} is not a file. Give the path of a list file.`);
    const magic = Buffer.alloc(2);
    await handle.read(magic, 0, 2, 0);
    const zipped = magic[0] === 0x1f && magic[1] === 0x8b;
    return { name, size: stat.size, chunks: () => decoded(name, fileBytes(path, zipped, onBytes)) };
  } catch (error) {
    if (error instanceof TextFileError) throw error;
    throw new TextFileError(`${name} cannot be read: ${messageOf(error)}. Check the path and its permissions.`);
  } finally {
    await handle?.close();
  }
}

/** A text that is in memory already, read in turns: nobody else would be answered for a second. @param name for messages */
export function fetchedText(name: string, bytes: Uint8Array): TextInput {
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const chunks = () => {
    const source = Readable.from(slicesOf(bytes));
    return decoded(name, zipped ? pipeline(source, createGunzip(), () => {}) : source);
  };
  return { name, size: bytes.byteLength, chunks };
}

/** Bytes that are read in one turn of the event loop, as many as of a file. */
const SLICE_BYTES = 64 * 1024;

async function* slicesOf({ buffer, byteOffset, byteLength }: Uint8Array): AsyncIterable<Buffer> {
  for (let at = 0; at < byteLength; at += SLICE_BYTES) {
    await otherWork();
    yield Buffer.from(buffer, byteOffset + at, Math.min(SLICE_BYTES, byteLength - at));
  }
}

function fileBytes(path: string, zipped: boolean, onBytes: (read: number) => void): AsyncIterable<Buffer> {
  const file = counted(createReadStream(path), onBytes);
  // A failure of either stream reaches the reader of the last one.
  return zipped ? pipeline(file, createGunzip(), () => {}) : file;
}

async function* counted(bytes: AsyncIterable<Buffer>, onBytes: (read: number) => void): AsyncIterable<Buffer> {
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    onBytes(read);
    yield chunk;
  }
}

async function* decoded(name: string, bytes: AsyncIterable<Buffer>): AsyncIterable<string> {
  let decoder: TextDecoder | undefined;
  let length = 0;
  try {
    for await (const chunk of bytes) {
      decoder ??= new TextDecoder(encodingOf(chunk));
      const text = decoder.decode(chunk, { stream: true });
      length += text.length;
      if (text.includes('\0')) {
        const what = length === text.length && text.startsWith('PK\x03\x04') ? 'a ZIP: unpack it' : 'binary data';
        throw new TextFileError(`${name} is ${what}. Give a text, plain or as a gzip.`);
      }
      if (length > MAX_TEXT_LENGTH)
        throw new TextFileError(`${name} holds more than 256 Mi characters: too large for a list.`);
      yield text;
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code.startsWith('Z_'))
      throw new TextFileError(`${name} is damaged gzip data (${messageOf(error)}). Fetch the file again.`);
    throw error;
  }
}

/**
 * UTF-16 by its byte order mark, or by the zero that an ASCII letter has in it; else UTF-8. A text in an older encoding has its ASCII
 * right, and U+FFFD for each other letter.
 */
function encodingOf([first, second]: Buffer): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}

/** The whole text. @throws TextFileError on one with more than `maxLength` characters */
export async function readText(input: TextInput, maxLength: number): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const part of input.chunks()) {
    length += part.length;
    if (length > maxLength) throw new TextFileError(`${input.name} holds more than ${maxLength} characters.`);
    parts.push(part);
  }
  return parts.join('');
}

/** The lines one by one, without their ends (LF, CRLF, CR). @throws TextFileError on a line with more than `maxLength` characters */
export async function* readLines(input: TextInput, maxLength = MAX_LINE_LENGTH): AsyncIterable<string> {
  let rest = '';
  let count = 0;
  for await (const part of input.chunks()) {
    // A CR at the end of a part may be the first half of CRLF.
    const lines = (rest + part).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      count += 1;
      yield shortLine(input, line, count, maxLength);
    }
    shortLine(input, rest, count + 1, maxLength);
  }
  if (rest !== '') yield shortLine(input, rest.replace(/\r$/, ''), count + 1, maxLength);
}

function shortLine(input: TextInput, line: string, number: number, maxLength: number): string {
  if (line.length > maxLength)
    throw new TextFileError(
      `${input.name}: line ${number} has more than ${maxLength} characters. Expected one entry a line.`,
    );
  return line;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
