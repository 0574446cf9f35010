import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { retryDelay } from '../../outbound/back-off.ts';

export type BucketCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken: string | null;
};

export type BucketRequest = {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
};

export type BucketAnswer = { readonly status: number; readonly headers: Headers; readonly text: string };

export type BucketTiming = {
  /** Within which an answer, all of it, must be there. */
  readonly timeoutMs: number;
  /** …and within which a file must be taken. */
  readonly uploadTimeoutMs: number;
  /** Before the second attempt. */
  readonly retryMs: number;
};

const TIMING: BucketTiming = { timeoutMs: 5_000, uploadTimeoutMs: 30_000, retryMs: 200 };
const ATTEMPTS = 3;
const GROWTH = 4;
/** A page of a listing has at most 1,000 keys of at most 1,024 bytes each. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** A store that gave no answer, or one that nothing can be done with. Its message names no key and nothing that a signature is made of. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
}

/**
 * Requests signed with AWS Signature Version 4, body included. Only the signing is the library's: its own way to send repeats
 * nothing that was not answered, and waits for an answer for ever.
 */
export class BucketRequests {
  readonly #credentials: BucketCredentials;
  readonly #storeRegion: string | null;
  readonly #timing: BucketTiming;

  /** @param region null: the one that the endpoint's name tells, otherwise us-east-1 */
  constructor(credentials: BucketCredentials, region: string | null, timing: Partial<BucketTiming> = {}) {
    this.#credentials = credentials;
    this.#storeRegion = region;
    this.#timing = { ...TIMING, ...timing };
  }

  /**
   * Sends a request and repeats it, signed again, while there is no answer or one that says "later" (5xx, 408, 429).
   * @returns any other answer, also a refusal
   * @throws BucketError when there is none; an AbortError once `stopped`
   */
  async send(request: BucketRequest, stopped: AbortSignal): Promise<BucketAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#once(request, stopped);
      stopped.throwIfAborted();
      if (!(outcome instanceof BucketError)) return outcome;
      if (attempt === ATTEMPTS) throw outcome;
      await pause(retryDelay(attempt, { retryMs: this.#timing.retryMs, growth: GROWTH }), undefined, {
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
      // A redirect leads to where the signature does not hold; it tells of a wrong endpoint or region.
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

/** The error of an answer that is not what was asked for, with the store's own code where it gives one. */
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
