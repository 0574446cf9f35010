import { DomUtils, parseDocument } from 'htmlparser2';
import {
  type BucketAddress,
  type BucketAnswer,
  BucketError,
  type BucketRequest,
  type BucketRequests,
  refusal,
} from './bucket.ts';
import { LIST_FILE_HEADERS, LIST_PATH, type ListStore, RETENTION_MS } from './list-store.ts';

/** Key of an object with a list file or changes; captures the token. Other objects are left alone. */
const OBJECT = new RegExp(`^${LIST_PATH.slice(1)}/([\\w.-]+?)(?:/from/[\\w.-]+)?\\.bin$`);

/**
 * A file that was seen in the bucket is not checked again for so long: the service deletes none within its first hour,
 * and one that somebody else deleted is written again then.
 */
const SEEN_CACHE_MS = 5 * 60_000;
const MAX_SEEN = 1_000;
const MAX_PAGES = 1_000;

/**
 * A bucket of an S3-compatible store, served by a CDN. Existence is checked before an upload, because not every store
 * supports conditional writes; two processes upload the same bytes.
 */
export class ListBucket implements ListStore {
  readonly #address: BucketAddress;
  readonly #requests: BucketRequests;
  /** When each path was seen in the bucket; ms of the monotonic clock. */
  readonly #seen = new Map<string, number>();

  constructor(address: BucketAddress, requests: BucketRequests) {
    this.#address = address;
    this.#requests = requests;
  }

  async write(path: string, read: () => Promise<Uint8Array>, stopped: AbortSignal): Promise<void> {
    const seenAt = this.#seen.get(path);
    if (seenAt !== undefined && performance.now() - seenAt < SEEN_CACHE_MS) return;
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear();
    const url = `${this.#address.url}/${this.#address.prefix}${path.slice(1)}`;
    if (!(await this.#has(url, stopped))) {
      const body = Uint8Array.from(await read());
      await this.#require({ method: 'PUT', url, headers: LIST_FILE_HEADERS, body }, stopped);
    }
    this.#seen.set(path, performance.now());
  }

  /** Ages are by the store's clock. @throws BucketError */
  async forget(known: ReadonlySet<string>, stopped: AbortSignal): Promise<void> {
    const { url, prefix } = this.#address;
    let next: string | null = null;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = [`list-type=2&prefix=${escaped(`${prefix}${LIST_PATH.slice(1)}/`)}`];
      if (next !== null) query.push(`continuation-token=${escaped(next)}`);
      const answer = await this.#require({ method: 'GET', url: `${url}?${query.join('&')}` }, stopped);
      const listing = bucketListing(answer.text);
      const storeTime = Date.parse(answer.headers.get('Date') ?? '');
      if (!listing || Number.isNaN(storeTime)) throw new BucketError(`GET ${url} was answered with no listing`);
      for (const { key, modifiedAt } of listing.objects) {
        const token = key.startsWith(prefix) ? OBJECT.exec(key.slice(prefix.length))?.[1] : undefined;
        if (token === undefined || known.has(token) || storeTime - modifiedAt < RETENTION_MS) continue;
        this.#seen.delete(`/${key.slice(prefix.length)}`);
        await this.#remove(`${url}/${key}`, stopped);
      }
      if (listing.next === null) return;
      next = listing.next;
    }
    throw new BucketError(`The listing of ${url} does not end`);
  }

  /** A store answers 403, not 404, to a key without `s3:ListBucket`; the upload then shows whether the key is wrong. */
  async #has(url: string, stopped: AbortSignal): Promise<boolean> {
    const request = { method: 'HEAD', url } as const;
    const answer = await this.#requests.send(request, stopped);
    if (answer.status === 404 || answer.status === 403) return false;
    if (answer.status === 200) return true;
    throw refusal(request, answer);
  }

  async #remove(url: string, stopped: AbortSignal): Promise<void> {
    const request = { method: 'DELETE', url } as const;
    const answer = await this.#requests.send(request, stopped);
    // 404: another process has deleted it.
    if (answer.status !== 404 && !isSuccess(answer)) throw refusal(request, answer);
  }

  async #require(request: BucketRequest, stopped: AbortSignal): Promise<BucketAnswer> {
    const answer = await this.#requests.send(request, stopped);
    if (!isSuccess(answer)) throw refusal(request, answer);
    return answer;
  }
}

const isSuccess = ({ status }: BucketAnswer): boolean => status >= 200 && status < 300;

/** Escaped as signatures require (RFC 3986 section 2.3). */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** A page of a listing of a bucket (`ListBucketResult` of ListObjectsV2). */
type BucketListing = {
  readonly objects: readonly { readonly key: string; readonly modifiedAt: number }[];
  /** Token of the next page; null on the last one. */
  readonly next: string | null;
};

/** Reads a page of a listing; null for any other document. Objects without a key or a date are skipped. */
function bucketListing(xml: string): BucketListing | null {
  const { getElementsByTagName, textContent } = DomUtils;
  const [listing] = getElementsByTagName('ListBucketResult', parseDocument(xml, { xmlMode: true }));
  if (!listing) return null;
  const textOf = (name: string, within: typeof listing) => textContent(getElementsByTagName(name, within));
  const objects = getElementsByTagName('Contents', listing)
    .map((object) => ({ key: textOf('Key', object), modifiedAt: Date.parse(textOf('LastModified', object)) }))
    .filter(({ key, modifiedAt }) => key !== '' && !Number.isNaN(modifiedAt));
  const isTruncated = textOf('IsTruncated', listing) === 'true';
  return { objects, next: (isTruncated && textOf('NextContinuationToken', listing)) || null };
}
