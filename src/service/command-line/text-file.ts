import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import { Refused } from '../database/refused.ts';
import { MAGIC_BYTES, unpacked, ZipError } from './packed.ts';

/** A file that cannot be used. The message says what was expected, what was found and what to do. */
export class TextFileError extends Refused {
  override readonly name = 'TextFileError';
}

/** A text file; gzip and a ZIP of one file are unpacked on the way. Each call of `chunks` reads it from its start. `size` is its size on disk in bytes. */
export type TextInput = {
  readonly name: string;
  readonly size: number;
  readonly chunks: () => AsyncIterable<string>;
};

/** Far more than any list, against decompression bombs. Characters. */
const MAX_TEXT_LENGTH = 256 * 1024 * 1024;
/** Characters. A host has at most 253. */
const MAX_LINE_LENGTH = 4096;

/** Opens a list file. @throws TextFileError for none; while reading, for a damaged, binary or too long one */
export async function openTextFile(path: string, onBytes: (read: number) => void = () => {}): Promise<TextInput> {
  const name = basename(path);
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const stat = await handle.stat();
    if (!stat.isFile()) throw new TextFileError(`${name} is not a file. Give the path of a list file.`);
    const magic = Buffer.alloc(MAGIC_BYTES);
    await handle.read(magic, 0, MAGIC_BYTES, 0);
    const file = () => counted(createReadStream(path), onBytes);
    return { name, size: stat.size, chunks: () => decoded(name, unpacked(magic, file())) };
  } catch (error) {
    if (error instanceof TextFileError) throw error;
    throw new TextFileError(`${name} cannot be read: ${messageOf(error)}. Check the path and its permissions.`);
  } finally {
    await handle?.close();
  }
}

/** A text that is in memory already, read in turns: nobody else would be answered for a second. @param name for messages */
export function fetchedText(name: string, bytes: Uint8Array): TextInput {
  const chunks = () => decoded(name, unpacked(bytes, slicesOf(bytes)));
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
      if (text.includes('\0'))
        throw new TextFileError(`${name} is binary data. Give a text, plain, as a gzip or as a ZIP of one file.`);
      if (length > MAX_TEXT_LENGTH)
        throw new TextFileError(`${name} holds more than 256 Mi characters: too large for a list.`);
      yield text;
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    if (error instanceof ZipError) throw new TextFileError(`${name} ${error.message}`);
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
