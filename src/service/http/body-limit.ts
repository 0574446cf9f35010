import type { Context, MiddlewareHandler } from 'hono';
import { Failure } from './failure.ts';

/**
 * So many bytes of a body that is too large are read and discarded, because a client that is answered while it still sends often
 * loses the answer with the connection (RFC 9112 section 9.6).
 */
const MAX_DISCARDED = 16 * 1024 * 1024;

/**
 * Refuses a larger body.
 * @param maxSize in bytes
 * @throws Failure PAYLOAD_TOO_LARGE
 */
export async function requireBodyWithin(context: Context, maxSize: number): Promise<void> {
  const { method } = context.req;
  if (method === 'GET' || method === 'HEAD') return;
  const declared =
    context.req.header('transfer-encoding') === undefined ? context.req.header('content-length') : undefined;
  // Not before: reading `raw.body` makes it a stream, which takes longer than the rest of a short request.
  if (declared !== undefined && Number(declared) <= maxSize) return;
  const { raw } = context.req;
  if (!raw.body) return;
  const tooLarge = () => new Failure('PAYLOAD_TOO_LARGE', { issues: [`The body must be at most ${maxSize} bytes`] });
  if (declared !== undefined) {
    await discard(raw.body.getReader(), 0);
    throw tooLarge();
  }
  const bytes = await readAtMost(raw.body.getReader(), maxSize);
  if (bytes === null) throw tooLarge();
  const headers = new Headers(raw.headers);
  headers.set('content-length', String(bytes.byteLength));
  context.req.raw = new Request(raw, { body: bytes, headers });
}

/** {@link requireBodyWithin} as middleware. */
export const limitBody =
  (maxSize: number): MiddlewareHandler =>
  async (context, next) => {
    await requireBodyWithin(context, maxSize);
    await next();
  };

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** A body of unknown length; null when it is larger. */
async function readAtMost(reader: Reader, maxSize: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxSize) {
      await discard(reader, size);
      return null;
    }
    chunks.push(value);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Reads the rest of a body, of which `size` bytes were read. */
async function discard(reader: Reader, size: number): Promise<void> {
  for (let read = size; read <= MAX_DISCARDED; ) {
    const { done, value } = await reader.read();
    if (done) return;
    read += value.byteLength;
  }
}
