import { subtle } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fetchedText, type TextInput } from '../../../command-line/text-file.ts';
import { Refused } from '../../../database/refused.ts';
import {
  ANYWHERE,
  type OutboundAnswer,
  type OutboundPolicy,
  OutboundRefused,
  outboundRefusal,
  redactedUrl,
  redirectOf,
  sendOutbound,
} from '../../../http/outgoing.ts';
import type { OriginState, Source } from './store.ts';

/** Ten times the largest public list there is. */
const MAX_BYTES = 64 * 1024 * 1024;
const tooLarge = (what: string) => `${what} has more than 64 MiB: "source import FILE" takes a file of up to 256`;
const TIMEOUT_MS = 60_000;
const MAX_REDIRECTS = 5;
const MAX_WAIT_SECONDS = 86_400;

/** An origin that returned no list. The message says why; `waitSeconds` is its `Retry-After`. */
export class OriginFailed extends Refused {
  override readonly name = 'OriginFailed';
  readonly waitSeconds: number;

  constructor(message: string, waitSeconds = 0) {
    super(message);
    this.waitSeconds = waitSeconds;
  }
}

/** The current list of an origin; `input` is null where it has not changed. */
export type OriginReading = { readonly input: TextInput | null; readonly state: OriginState };

export const isAddress = (origin: string): boolean => /^https?:\/\//i.test(origin);

export type Origin = OriginState & Pick<Source, 'checksumUrl'> & { readonly origin: string };

export type Headers = Readonly<Record<string, string>>;

type OriginContext = {
  readonly outbound: OutboundPolicy;
  /** Further header fields, for the origin's own server alone. */
  readonly headers?: Headers;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Reads a list from a file, or from an address if it has something new (RFC 9110 section 13.1); redirects lead where
 * the policy allows, and never from https to http. @throws OriginFailed
 */
export async function readOrigin(known: Origin, context: OriginContext): Promise<OriginReading> {
  const { origin, checksumUrl } = known;
  if (!isAddress(origin)) return readingOf(basename(origin), await fileBytes(origin), known, NO_VALIDATORS);
  const { etag, lastModified, digest } = known;
  const answer = await answerOf(origin, context, {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  });
  if (answer.status === 304) return { input: null, state: { etag, lastModified, digest } };
  const { headers, body } = answer;
  const reading = await readingOf(nameOf(origin), body, known, {
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
  });
  if (checksumUrl !== null && reading.input !== null)
    await requireChecksum(checksumUrl, nameOf(origin), reading.state.digest!, context);
  return reading;
}

/** Compares the SHA-256 of a list with the published one, as `sha256sum` writes it. @throws OriginFailed */
async function requireChecksum(url: string, name: string, digest: Uint8Array, context: OriginContext): Promise<void> {
  const { body } = await answerOf(url, context);
  const lines = Buffer.from(body).toString('utf8').split(/\r?\n/);
  const published = lines.flatMap((line) => {
    const [, hash, of] = /^([0-9a-f]{64})(?:\s+\*?(?:.*\/)?(\S+))?\s*$/i.exec(line) ?? [];
    return hash !== undefined && (of === undefined || of === name) ? [hash.toLowerCase()] : [];
  });
  if (published.length === 0) throw new OriginFailed(`${redactedUrl(url)} has no SHA-256 of ${name}`);
  if (!published.includes(Buffer.from(digest).toString('hex')))
    throw new OriginFailed(`The list is not the one whose SHA-256 ${redactedUrl(url)} has`);
}

/** The last part of an address, which names its list as a file's name does; the host where there is none. */
export function nameOf(origin: string): string {
  if (!isAddress(origin)) return basename(origin);
  const { pathname, hostname } = new URL(origin);
  return pathname.split('/').findLast((part) => part !== '') ?? hostname;
}

const NO_VALIDATORS = { etag: null, lastModified: null };

async function readingOf(
  name: string,
  bytes: Uint8Array,
  known: OriginState,
  validators: Omit<OriginState, 'digest'>,
): Promise<OriginReading> {
  // Outside of this thread, which 64 MiB would keep busy.
  const digest = Buffer.from(await subtle.digest('SHA-256', bytes));
  const isSame = known.digest !== null && digest.equals(known.digest);
  return { input: isSame ? null : fetchedText(name, bytes), state: { ...validators, digest } };
}

async function fileBytes(path: string): Promise<Uint8Array> {
  try {
    const status = await stat(path);
    if (!status.isFile()) throw new OriginFailed(`${path} is not a file`);
    const { size } = status;
    if (size > MAX_BYTES) throw new OriginFailed(tooLarge(path));
    return await readFile(path);
  } catch (error) {
    if (error instanceof OriginFailed) throw error;
    throw new OriginFailed(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function answerOf(
  origin: string,
  { outbound, headers: own = {}, signal }: OriginContext,
  conditions: Headers = {},
): Promise<OutboundAnswer> {
  let url = origin;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const isOwn = new URL(url).origin === new URL(origin).origin;
    const headers = { accept: '*/*', 'user-agent': 'wary-service', ...(isOwn ? own : {}), ...conditions };
    const request = { url, method: 'GET', headers, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES + 1 } as const;
    const answer = await sendOutbound({ ...request, ...(signal ? { signal } : {}) }, outbound).catch((error: Error) => {
      throw signal?.aborted ? error : new OriginFailed(failureOf(error, origin, url));
    });
    const next = nextOf(answer, url);
    if (next === null) return required(answer, origin);
    url = next;
  }
  throw new OriginFailed(`${redactedUrl(origin)} leads through more than ${MAX_REDIRECTS} redirects`);
}

function failureOf(error: Error, origin: string, url: string): string {
  const at = url === origin ? redactedUrl(origin) : `${redactedUrl(origin)}, which leads to ${redactedUrl(url)}`;
  if (!(error instanceof OutboundRefused)) return `${at} does not answer: ${error.message}`;
  const isPrivate = outboundRefusal(url, ANYWHERE) === null;
  return `${at}: ${error.message}${isPrivate ? '. --allow-private-addresses lets the service go there' : ''}`;
}

function nextOf(answer: OutboundAnswer, url: string): string | null {
  const next = redirectOf(answer, url);
  if (next === null) return null;
  if (url.startsWith('https:') && next.protocol !== 'https:')
    throw new OriginFailed(`${redactedUrl(url)} leads to an address that is not encrypted: ${redactedUrl(next.href)}`);
  return next.href;
}

function required(answer: OutboundAnswer, origin: string): OutboundAnswer {
  const { status, headers, body } = answer;
  if (status === 304) return answer;
  if (status !== 200)
    throw new OriginFailed(`${redactedUrl(origin)} answered ${status}`, waitSecondsOf(headers['retry-after']));
  if (body.byteLength > MAX_BYTES) throw new OriginFailed(tooLarge(redactedUrl(origin)));
  return answer;
}

/** `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3); at most a day is honoured. */
function waitSecondsOf(header: string | undefined): number {
  if (header === undefined) return 0;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, Math.ceil(seconds)), MAX_WAIT_SECONDS) : 0;
}
