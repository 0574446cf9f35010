import type { Context, MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import type { Operation } from '../../../api/operation.ts';
import { issue } from '../../database/refused.ts';
import { ownTurn } from '../../thread/in-turn.ts';
import { Failure } from '../failure.ts';
import { readForm } from './form.ts';

/** Validated parts of a request; undefined if the operation has no such part. */
export type RequestParts = { readonly params: unknown; readonly query: unknown; readonly body: unknown };

export const MAX_BODY_BYTES = 1024 * 1024;
const MAX_ISSUES = 20;
/** Values of a JSON body with their keys, twice what any operation takes: a mebibyte of short ones would take a tenth of a second. */
const MAX_VALUES = 10_000;
/** Bytes of JSON that are read in the turn in which they arrived, with those of others. */
const MAX_AT_ONCE = 16 * 1024;
/** Bytes of all texts of a form, of which there are few beside its files. */
const MAX_FORM_TEXT = 4 * 1024;

/** Reads and validates the parts of a request. @throws Failure BAD_REQUEST with one issue for each problem */
export async function readRequest(context: Context, operation: Operation): Promise<RequestParts> {
  return {
    params: operation.params && read(operation.params, context.req.param(), 'path'),
    query: operation.query && read(operation.query, queryOf(context), 'query'),
    body: operation.body && read(operation.body, await bodyOf(context, operation), 'body'),
  };
}

/** Validates parts that did not arrive as a request, as from a form of the desk. @throws Failure BAD_REQUEST */
export const readParts = (operation: Operation, given: Partial<RequestParts>): RequestParts => ({
  params: operation.params && read(operation.params, given.params, 'path'),
  query: operation.query && read(operation.query, given.query ?? {}, 'query'),
  body: operation.body && read(operation.body, given.body ?? {}, 'body'),
});

function read(schema: z.ZodMiniType, value: unknown, place: string): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (!result.success)
    throw new Failure('BAD_REQUEST', {
      issues: result.error.issues
        .slice(0, MAX_ISSUES)
        .map((schemaIssue) => ({ code: 'schema', path: named(place, schemaIssue.path), schema: schemaIssue })),
    });
  const unstorable = unstorablePath(result.data, []);
  if (unstorable) throw new Failure('BAD_REQUEST', issue('unstorable', {}, named(place, unstorable)));
  return result.data;
}

const named = (place: string, path: readonly PropertyKey[]): string =>
  path.length === 0 ? place : path.map(String).join('.');

/** Path to text that PostgreSQL cannot store: a NUL character or half of a surrogate pair. */
function unstorablePath(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] | null {
  if (typeof value === 'string') return /[\0\p{Surrogate}]/u.test(value) ? path : null;
  if (value === null || typeof value !== 'object') return null;
  for (const [key, child] of Object.entries(value)) {
    const found = unstorablePath(child, [...path, key]);
    if (found) return found;
  }
  return null;
}

function queryOf(context: Context): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(context.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  );
}

const bodyOf = (context: Context, { encoding, bodyBytes = 0 }: Operation): Promise<unknown> =>
  encoding === 'multipart' ? formOf(context, bodyBytes) : jsonOf(context);

/** @throws Failure BAD_REQUEST unless the request declares this type of body */
function requireType(context: Context, type: string): void {
  const given = (context.req.header('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (given !== type) throw new Failure('BAD_REQUEST', issue('contentType', { type }));
}

async function formOf(context: Context, maxSize: number): Promise<Record<string, (File | string)[]>> {
  requireType(context, 'multipart/form-data');
  const fields = new Map<string, (File | string)[]>();
  const add = (name: string, value: File | string) => fields.set(name, [...(fields.get(name) ?? []), value]);
  const limits = { text: MAX_FORM_TEXT, file: maxSize, body: maxSize };
  const texts = await readForm(context.req.raw, limits, ({ field, name, bytes }) =>
    add(field, new File([bytes!], name)),
  );
  if (texts === null) throw new Failure('PAYLOAD_TOO_LARGE', issue('formTooLarge'));
  for (const [name, value] of texts) add(name, value);
  if (fields.size === 0) throw new Failure('BAD_REQUEST', issue('noForm'));
  return Object.fromEntries(fields);
}

async function jsonOf(context: Context): Promise<unknown> {
  requireType(context, 'application/json');
  const bytes = await context.req.arrayBuffer();
  if (bytes.byteLength > MAX_AT_ONCE) await ownTurn();
  if (valuesIn(new Uint8Array(bytes)) > MAX_VALUES)
    throw new Failure('BAD_REQUEST', issue('tooManyValues', { most: MAX_VALUES }));
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Failure('BAD_REQUEST', issue('noJson'));
  }
}

const [QUOTE, BACKSLASH, COMMA, SQUARE, CURLY] = Buffer.from('"\\,[{');

/** At least the values in a JSON text in UTF-8: its commas and opening brackets outside of strings. */
function valuesIn(json: Uint8Array): number {
  let count = 0;
  let isInString = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) at += Number(byte === BACKSLASH);
    else if (byte === COMMA || byte === SQUARE || byte === CURLY) count += 1;
  }
  return count;
}

/**
 * This many bytes of a body that is too large are read and discarded: a client that gets the answer while it still
 * sends often loses it with the connection (RFC 9112 section 9.6).
 */
const MAX_DISCARDED = 16 * 1024 * 1024;

/** So many chunks of a body may have less than 64 bytes: thousands that arrive at once are all read in one turn of the event loop. */
const MAX_SMALL_CHUNKS = 1_000;
const MIN_CHUNK_BYTES = 64;

/** Refuses a body of more bytes, or one in very small chunks. @throws Failure PAYLOAD_TOO_LARGE, BAD_REQUEST */
export async function requireBodyWithin(context: Context, maxSize: number): Promise<void> {
  const { method } = context.req;
  if (method === 'GET' || method === 'HEAD') return;
  const declared =
    context.req.header('transfer-encoding') === undefined ? context.req.header('content-length') : undefined;
  // Checked first: reading `raw.body` makes it a stream, which takes longer than the rest of a short request.
  if (declared !== undefined && Number(declared) <= maxSize) return;
  const { raw } = context.req;
  if (!raw.body) return;
  const bytes = await readAtMost(raw.body.getReader(), declared === undefined ? maxSize : 0);
  if (bytes === null) throw new Failure('PAYLOAD_TOO_LARGE', issue('bodyTooLarge', { most: maxSize }));
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

/** Reads a body to its end, or discards a larger one; null then. */
async function readAtMost(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxSize: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let smallChunks = 0;
  for (let size = 0; size <= MAX_DISCARDED; ) {
    const { done, value } = await reader.read();
    if (done) return size > maxSize ? null : Uint8Array.from(Buffer.concat(chunks));
    size += value.byteLength;
    if (size <= maxSize) chunks.push(value);
    if (value.byteLength < MIN_CHUNK_BYTES) smallChunks += 1;
    if (smallChunks > MAX_SMALL_CHUNKS)
      throw new Failure('BAD_REQUEST', issue('smallChunks', { most: MAX_SMALL_CHUNKS, least: MIN_CHUNK_BYTES }));
  }
  return null;
}
