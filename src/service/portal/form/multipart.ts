import { Busboy } from '@fastify/busboy';

/** A file of a form; `bytes` is null where it is larger than is kept. */
export type SentFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> | null };

/** In bytes. */
export type FormLimits = {
  /** Of all texts together. */
  readonly text: number;
  /** Of one file that is kept. */
  readonly file: number;
  /** Of the whole body. What is not kept is read and dropped, because a browser shows no answer before it has sent everything. */
  readonly body: number;
};

/** Takes a file as soon as all of it has arrived, with the texts before it. */
export type FileTaker = (file: SentFile, before: URLSearchParams) => void;

const URL_ENCODED = 'application/x-www-form-urlencoded';

/**
 * Reads a form as browsers send it: `application/x-www-form-urlencoded`, or `multipart/form-data` (HTML standard, section 4.10.21.8), of
 * which only what is kept is in memory.
 * @returns its texts, as far as they arrived; null for more than the limits
 */
export async function readForm(request: Request, limits: FormLimits, take: FileTaker): Promise<URLSearchParams | null> {
  const fields = new URLSearchParams();
  const reader = request.body?.getReader();
  if (!reader) return fields;
  const type = request.headers.get('content-type') ?? '';
  const parser = new Busboy({
    headers: { 'content-type': /^multipart\/form-data;.*\bboundary="?[^";\s]/i.test(type) ? type : URL_ENCODED },
    // One byte more, to tell a text that is too long from one that is as long as it may be.
    limits: { fieldSize: limits.text + 1, fileSize: limits.file },
  });
  let textSize = 0;
  parser.on('field', (name, value) => {
    textSize += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (textSize <= limits.text) fields.append(name, value);
  });
  parser.on('file', (_field, file, name) => {
    const before = new URLSearchParams(fields);
    const pieces: Buffer[] = [];
    file.on('data', (piece: Buffer) => pieces.push(piece));
    file.on('limit', () => pieces.splice(0));
    file.on('end', () => {
      // A browser sends a nameless and empty file for a field in which none was chosen.
      if (!name && pieces.length === 0) return;
      const bytes = file.truncated ? null : Uint8Array.from(Buffer.concat(pieces));
      take({ name: fileName(name ?? ''), bytes }, before);
    });
  });
  // What has arrived of a form that is cut off counts.
  const ended = new Promise<void>((resolve) => parser.once('finish', resolve).once('error', () => resolve()));
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limits.body) {
      await reader.cancel();
      return null;
    }
    parser.write(value);
  }
  parser.end();
  await ended;
  return textSize <= limits.text ? fields : null;
}

/** Browsers write the characters that would end a name as a URL does. */
const fileName = (sent: string): string => sent.replace(/%0D%0A|%0D|%0A/gi, ' ').replaceAll('%22', '"');
