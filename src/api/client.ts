import { type ErrorBody, errorBody, ServiceRefusal, ServiceUnreachable } from './error.ts';
import { API_PREFIX, type Operation, type RequestOf, type ResponseOf } from './operation.ts';
import { type RequestReason, sendOut } from './outgoing.ts';

/** A service and the key for it. `baseUrl` has no path and no trailing slash. */
export type Endpoint = { readonly baseUrl: string; readonly apiKey: string };

type CallOptions = {
  readonly signal?: AbortSignal;
  /** Default 10,000. */
  readonly timeoutMs?: number;
  /** Sent as `Idempotency-Key`: the same key answers with the first result. */
  readonly idempotencyKey?: string;
  /** Sent as `If-None-Match`; on a 304 the call returns `{ status: 304 }`. */
  readonly etag?: string;
  /** Resolves to whether the call is made for a private window. */
  readonly isPrivate?: Promise<boolean>;
  readonly reason?: RequestReason;
  /** Largest body that is read, in bytes. Default 4 MiB. */
  readonly maxBytes?: number;
};

export type Answer<O extends Operation> =
  | { readonly status: 200; readonly data: ResponseOf<O>; readonly etag?: string }
  | { readonly status: 304 };

/**
 * Calls one operation. Sends only its fields and the key: no cookie, no referrer. Does not follow redirects.
 * @throws ServiceRefusal if the service answers with an error
 * @throws ServiceUnreachable if there is no usable answer
 */
export async function call<const O extends Operation>(
  endpoint: Endpoint,
  operation: O,
  request: RequestOf<O>,
  options: CallOptions = {},
): Promise<Answer<O>> {
  const { url, init } = requestFor(endpoint, operation, request, options);
  const { response, bytes } = await exchange(operation.id, url, init, options);
  if (response.status === 304) return { status: 304 };
  const json = parseJson(new TextDecoder().decode(bytes));
  if (!response.ok) throw refusal(response, json);
  const data = operation.response.safeParse(json);
  if (!data.success)
    throw new ServiceUnreachable('malformed', `The answer to ${operation.id} is not of the expected shape`);
  const etag = response.headers.get('etag');
  return { status: 200, data: data.data as ResponseOf<O>, ...(etag ? { etag } : {}) };
}

/** The request of one operation, as {@link call} sends it. */
export function requestFor<const O extends Operation>(
  endpoint: Endpoint,
  operation: O,
  request: RequestOf<O>,
  options: CallOptions = {},
): { url: string; init: { method: string; headers: Record<string, string>; body?: EncodedBody['body'] } } {
  const { params, query, body } = request as { params?: object; query?: object; body?: unknown };
  const sent = encodedBody(operation, body);
  const headers = {
    accept: 'application/json',
    'X-API-KEY': endpoint.apiKey,
    ...(sent?.contentType === undefined ? {} : { 'content-type': sent.contentType }),
    ...(options.idempotencyKey ? { 'Idempotency-Key': options.idempotencyKey } : {}),
    ...(options.etag ? { 'If-None-Match': options.etag } : {}),
  };
  return {
    url: operationUrl(endpoint.baseUrl, operation, params, query),
    init: { method: operation.method, headers, ...(sent === null ? {} : { body: sent.body }) },
  };
}

/**
 * Reads an answer other than JSON from the service; otherwise as {@link call}.
 * @param what names the request in the list of sent requests
 * @param path below `{base_url}/api/v2`, escaped
 * @throws as `call` does
 */
export async function callBytes(
  endpoint: Endpoint,
  what: string,
  path: string,
  options: CallOptions = {},
): Promise<Uint8Array> {
  const headers = { 'X-API-KEY': endpoint.apiKey };
  const { response, bytes } = await exchange(what, `${endpoint.baseUrl}${API_PREFIX}${path}`, { headers }, options);
  if (response.ok) return bytes;
  throw refusal(response, parseJson(new TextDecoder().decode(bytes)));
}

/**
 * Sends one request and reads its answer.
 * @throws ServiceUnreachable if there is no answer in time, or if it is too large
 */
async function exchange(
  what: string,
  url: string,
  init: { method?: string; headers: Record<string, string>; body?: EncodedBody['body'] },
  { signal, timeoutMs = 10_000, maxBytes = 4 * 1024 * 1024, isPrivate, reason }: CallOptions,
): Promise<{ response: Response; bytes: Uint8Array }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const ends = signal ? AbortSignal.any([timeout, signal]) : timeout;
    const response = await sendOut(what, url, { ...init, signal: ends, isPrivate, reason });
    return { response, bytes: response.status === 304 ? new Uint8Array() : await limitedBytes(response, maxBytes) };
  } catch (error) {
    if (signal?.aborted || error instanceof ServiceUnreachable) throw error;
    if (timeout.aborted)
      throw new ServiceUnreachable('timeout', 'The service did not answer in time', { cause: error });
    throw new ServiceUnreachable('offline', 'The service could not be reached', { cause: error });
  }
}

/** The absolute URL of an operation with its parameters filled in and escaped. */
export function operationUrl(baseUrl: string, operation: Operation, params: object = {}, query: object = {}): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(name, String(item));
  }
  return `${baseUrl}${API_PREFIX}${path}${search.size ? `?${search}` : ''}`;
}

/** An encoded body. The content type of a form is undefined here, because `fetch` sets it with the boundary. */
type EncodedBody = { readonly body: string | FormData; readonly contentType: string | undefined };

/** Encodes a body as its operation requires; null without a body. */
export function encodedBody(operation: Operation, body: unknown): EncodedBody | null {
  if (body === undefined) return null;
  if (operation.encoding !== 'multipart') return { body: JSON.stringify(body), contentType: 'application/json' };
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object))
    for (const item of Array.isArray(value) ? value : [value])
      if (item instanceof Blob) form.append(name, item);
      else if (item !== undefined) form.append(name, String(item));
  return { body: form, contentType: undefined };
}

/**
 * Reads a body of at most `maxBytes` bytes and aborts a longer transfer.
 * @throws ServiceUnreachable (`malformed`) if the body is larger
 */
export async function limitedBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new ServiceUnreachable('malformed', `The answer is larger than ${maxBytes} bytes`);
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads the error body of this interface, or of two others in public use: `{error: {code, message}}` and `{error:
 * "…"}`.
 */
function refusal(response: Response, json: unknown): ServiceRefusal {
  const retryAfterMs = retryAfter(response.headers.get('retry-after'));
  const nested = (json as { error?: unknown } | undefined)?.error;
  const { status } = response;
  const other: ErrorBody = { code: String(status), message: `The service answered with status ${status}` };
  const candidate = typeof nested === 'string' ? { ...other, message: nested } : (nested ?? json);
  const { code, message, issues = [], data } = errorBody.safeParse(candidate).data ?? other;
  const body = { code, message, issues: issues.map((issue) => issue.message), assetErrors: data?.errors ?? [] };
  return new ServiceRefusal(status, body, retryAfterMs);
}

/** `Retry-After` as milliseconds from now: seconds or an HTTP date (RFC 9110 section 10.2.3). */
export function retryAfter(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
