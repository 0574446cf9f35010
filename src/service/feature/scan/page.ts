import type { OutboundAnswer, OutboundRequest } from '../../http/outgoing.ts';
import { redirectOf } from '../../http/outgoing.ts';

/** Sends one request and follows no redirect. */
export type Send = (request: OutboundRequest) => Promise<OutboundAnswer>;

export type FetchedPage = {
  readonly addresses: readonly string[];
  readonly status: number;
  /** Empty where the answer is no HTML. */
  readonly html: string;
};

const MAX_REDIRECTS = 5;
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;
const HEADERS = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (compatible; scan)' } as const;

/**
 * Fetches a page, following up to five redirects under the same policy.
 * @throws Error without an answer or after too many, OutboundRefused
 */
export async function fetchPage(send: Send, url: string): Promise<FetchedPage> {
  const addresses = [url];
  for (;;) {
    const address = addresses.at(-1)!;
    const answer = await send({
      url: address,
      method: 'GET',
      headers: HEADERS,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    });
    const target = redirectOf(answer, address);
    if (target === null) return { addresses, status: answer.status, html: htmlOf(answer) };
    if (addresses.length > MAX_REDIRECTS) throw new Error('The page redirects too often');
    addresses.push(target.href);
  }
}

function htmlOf({ headers, body }: OutboundAnswer): string {
  const [type = '', ...parameters] = (headers['content-type'] ?? 'text/html').toLowerCase().split(';');
  if (!/^\s*(text\/html|application\/xhtml\+xml)\s*$/.test(type)) return '';
  const charset = /charset=["']?([\w-]+)/.exec(parameters.join(';'))?.[1] ?? 'utf-8';
  return decoderOf(charset).decode(body);
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    // An unknown charset: falls back to UTF-8, as browsers do.
    return new TextDecoder();
  }
}
