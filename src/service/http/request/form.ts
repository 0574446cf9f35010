import { Busboy } from '@fastify/busboy';
import { ownTurn } from '../../thread/in-turn.ts';
import { Pieces } from './pieces.ts';

/** A file of a form, and its field; `bytes` is null if it exceeds the file limit. */
export type SentFile = {
  readonly field: string;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
};

/** In bytes. */
export type FormLimits = {
  /** Maximum of all texts together. */
  readonly text: number;
  /** Maximum of one file that is kept. */
  readonly file: number;
  /** Maximum of the whole body, also of what is not kept: a browser shows no answer before it has sent everything. */
  readonly body: number;
};

/** Receives a file once it has arrived completely, with the texts that have arrived. */
export type FileTaker = (file: SentFile, before: URLSearchParams) => void;

/** Files of one form that are read; a form with more is refused, so that nobody has a hundred thousand empty ones named in the answer. */
const MAX_FILES = 100;
/** Texts of one form that are read: those of the portal have one for each of up to some thousand addresses. */
const MAX_TEXTS = 5_000;
/** Bytes that are read in one turn of the event loop. */
const SLICE_BYTES = 16 * 1024;
const URL_ENCODED = 'application/x-www-form-urlencoded';

/**
 * Reads a form as browsers send it, url-encoded or multipart; only what is kept is in memory.
 * @returns null if a limit is exceeded
 */
export async function readForm(request: Request, limits: FormLimits, take: FileTaker): Promise<URLSearchParams | null> {
  const fields = new URLSearchParams();
  const reader = request.body?.getReader();
  if (!reader) return fields;
  const type = request.headers.get('content-type') ?? '';
  const parser = new Busboy({
    headers: {
      'content-type': /^multipart\/form-data;(?:[^"]*;)?\s*boundary="?[^";\s]{1,70}(?:[";\s]|$)/i.test(type)
        ? type
        : URL_ENCODED,
    },
    // One byte more, to distinguish a text that is too long from one of maximum length.
    limits: { fieldSize: limits.text + 1, fileSize: limits.file, files: MAX_FILES, fields: MAX_TEXTS },
  });
  let isOverfull = false;
  for (const limit of ['filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => {
      isOverfull = true;
    });
  let textSize = 0;
  // A part need not have a name, whatever RFC 7578 (section 4.2) and the types of the library say.
  parser.on('field', (name: string | undefined, value) => {
    if (name === undefined) return;
    // One byte more for each, or countless empty texts would fill the memory.
    textSize += Buffer.byteLength(name) + Buffer.byteLength(value) + 1;
    if (textSize <= limits.text) fields.append(name, value);
  });
  parser.on('file', (field, file, name) => {
    // What looks like the beginning of a boundary comes as a piece of its own, up to a million in a file.
    const pieces = new Pieces();
    file.on('data', (piece: Buffer) => pieces.add(piece));
    file.on('end', () => {
      // For a field without a chosen file, a browser sends a nameless, empty file.
      if (!name && pieces.length === 0) return;
      const bytes = file.truncated ? null : new Uint8Array(pieces.bytes());
      take({ field, name: fileName(name ?? ''), bytes }, fields);
    });
  });
  // A form that is cut off counts with what has arrived.
  parser.on('error', () => undefined);
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limits.body) {
      await reader.cancel();
      return null;
    }
    for (let at = 0; at < value.byteLength; at += SLICE_BYTES) {
      if (!isTaken(parser, value.subarray(at, at + SLICE_BYTES))) {
        await reader.cancel();
        return null;
      }
      await ownTurn();
    }
  }
  parser.end();
  // It does not say that it is finished where more arrives behind the end of the form, but it reads without waiting for anything.
  await ownTurn();
  return textSize <= limits.text && !isOverfull ? fields : null;
}

/** False for a part with a header such as `constructor`, of which the library makes an error that is thrown. */
function isTaken(parser: Busboy, bytes: Uint8Array): boolean {
  try {
    parser.write(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Characters of a file name that are kept, from its end: no file system has longer ones, and a page names each file that it refuses. */
const MAX_NAME_LENGTH = 255;

/** Browsers percent-encode the characters that would end a file name. */
const fileName = (sent: string): string =>
  sent
    .replace(/%0D%0A|%0D|%0A/gi, ' ')
    .replaceAll('%22', '"')
    .slice(-MAX_NAME_LENGTH);
