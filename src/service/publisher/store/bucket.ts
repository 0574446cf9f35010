import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { retryDelay } from '../../../storage/back-off.ts';

/** A bucket of an S3-compatible store, addressed by path, which every such store supports. */
export type BucketAddress = {
  readonly url: string;
  /** Prefix of all object keys: empty, or ending with a slash. */
  readonly prefix: string;
};

/** Names that need no escaping in a URL, a signature and a listing. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Parses `https://endpoint/bucket[/prefix]`. Plain http may do: requests are signed, and the files are public. */
export function bucketAddress(text: string): BucketAddress | { readonly problem: string } {
  if (!URL.canParse(text)) return { problem: `must be an address such as https://s3.example/bucket, not "${text}"` };
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'must begin with https:// or http://' };
  if (url.username !== '' || url.password !== '')
    return { problem: 'must not contain a key: keys are taken from the environment' };
  if (url.search !== '' || url.hash !== '') return { problem: 'must be without a query (?) or a fragment (#)' };
  const [bucket, ...folders] = url.pathname.replace(/^\/|\/$/g, '').split('/');
  if (!bucket) return { problem: 'must name the bucket after the endpoint: https://s3.example/bucket' };
  if (![bucket, ...folders].every((name) => NAME.test(name)))
    return { problem: 'must have a bucket and a prefix of letters, digits, dots, hyphens and underscores' };
  return { url: `${url.origin}/${bucket}`, prefix: folders.map((name) => `${name}/`).join('') };
}

export type BucketCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Token of temporary credentials. */
  readonly sessionToken: string | null;
};

export type BucketRequest = {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
};

export type BucketAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

type BucketTiming = {
  /** Timeout of a whole answer. */
  readonly timeoutMs: number;
  readonly uploadTimeoutMs: number;
  /** Delay before the second attempt. */
  readonly retryMs: number;
};

const TIMING: BucketTiming = { timeoutMs: 5_000, uploadTimeoutMs: 30_000, retryMs: 200 };
const ATTEMPTS = 3;
const GROWTH = 4;
/** A page of a listing has at most 1,000 keys of at most 1,024 bytes each. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** No answer of the store, or an unexpected one. The message contains no key and no part of a signature. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
}

/** Signs requests with AWS Signature Version 4. The library's own `fetch` has no timeout and repeats nothing. */
export class BucketRequests {
  readonly #credentials: BucketCredentials;
  readonly #storeRegion: string | null;
  readonly #timing: BucketTiming;

  /** @param region null: from the endpoint's name, else us-east-1 */
  constructor(credentials: BucketCredentials, region: string | null, timing: Partial<BucketTiming> = {}) {
    this.#credentials = credentials;
    this.#storeRegion = region;
    this.#timing = { ...TIMING, ...timing };
  }

  /**
   * Sends a request, after a failure up to twice more, signed again. @returns also a refusal
   * @throws BucketError; AbortError once `stopped`
   */
  async send(request: BucketRequest, stopped: AbortSignal): Promise<BucketAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#once(request, stopped);
      stopped.throwIfAborted();
      if (!(outcome instanceof BucketError)) return outcome;
      if (attempt === ATTEMPTS) throw outcome;
      await pause(retryDelay(attempt, this.#timing.retryMs, Math.random(), GROWTH), undefined, {
        signal: stopped,
      });
    }
  }

  async #once(request: BucketRequest, stopped: AbortSignal): Promise<BucketAnswer | BucketError> {
    const { method, url, body } = request;
    const late = AbortSignal.timeout(body ? this.#timing.uploadTimeoutMs : this.#timing.timeoutMs);
    const headers = await this.#signed(request);
    try {
      const signal = AbortSignal.any([late, stopped]);
      // The signature is not valid at the target of a redirect, which means a wrong endpoint or region.
      const response = await fetch(url, { method, headers, signal, redirect: 'manual', ...(body ? { body } : {}) });
      const answer = { status: response.status, headers: response.headers, text: await shortText(response) };
      const isLater = answer.status >= 500 || answer.status === 429 || answer.status === 408;
      return isLater ? refusal(request, answer) : answer;
    } catch (error) {
      return new BucketError(`No answer to ${described(request)}: ${late.aborted ? 'too late' : reasonOf(error)}`);
    }
  }

  async #signed({ method, url, headers, body }: BucketRequest): Promise<Headers> {
    const { accessKeyId, secretAccessKey, sessionToken } = this.#credentials;
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { ...headers, 'X-Amz-Content-Sha256': sha256(body ?? '') },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === null ? {} : { sessionToken }),
      ...(this.#storeRegion === null ? {} : { region: this.#storeRegion }),
      service: 's3',
      allHeaders: true,
    });
    return (await signer.sign()).headers;
  }
}

/** The error for an unexpected answer, with the store's own error code if there is one. */
export function refusal(request: BucketRequest, { status, text }: BucketAnswer): BucketError {
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1];
  const elsewhere = status >= 300 && status < 400 ? ' (is it the right endpoint and region?)' : '';
  return new BucketError(`${described(request)} was answered ${status}${code ? ` ${code}` : ''}${elsewhere}`);
}

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

const described = ({ method, url }: BucketRequest): string => `${method} ${url.replace(/\?.*/, '')}`;

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? message;
};

async function shortText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error('The answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
