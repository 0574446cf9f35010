import type { BucketAddress } from './bucket-address.ts';
import { bucketListing } from './bucket-listing.ts';
import { type BucketAnswer, BucketError, type BucketRequest, type BucketRequests, refusal } from './bucket-requests.ts';
import { LIST_PATH } from './list-path.ts';
import { KEPT_MS, LIST_FILE_HEADERS, type ListStore } from './list-store.ts';

/** The token whose file, or the changes to it, an object holds. What is named otherwise is not ours. */
const OBJECT = new RegExp(`^${LIST_PATH.slice(1)}/([\\w.-]+?)(?:/from/[\\w.-]+)?\\.bin$`);

/**
 * How long a file that was seen in the bucket is not looked for again: within a list that grows, each publication names nearly the
 * same files. A file that is published is removed an hour after it was written at the earliest, and by the store's operator at any
 * time, which the next look repairs.
 */
const TRUSTED_MS = 5 * 60_000;
const MAX_TRUSTED = 1_000;
const MAX_PAGES = 1_000;

/**
 * A bucket of an S3-compatible store, which a CDN serves. A file is looked for before it is sent rather than sent on the condition
 * that it is new: not every store knows conditions, and two processes that send the same file at once send the same bytes.
 * The store shows an object to nobody before all of it has arrived with the digest that was signed.
 */
export class ListBucket implements ListStore {
  readonly #address: BucketAddress;
  readonly #requests: BucketRequests;
  /** Paths, and when each was seen; ms of the monotonic clock. A cache of what the bucket holds. */
  readonly #seen = new Map<string, number>();

  constructor(address: BucketAddress, requests: BucketRequests) {
    this.#address = address;
    this.#requests = requests;
  }

  /** @throws BucketError */
  async write(path: string, read: () => Promise<Uint8Array>, stopped: AbortSignal): Promise<void> {
    const seenAt = this.#seen.get(path);
    if (seenAt !== undefined && performance.now() - seenAt < TRUSTED_MS) return;
    if (this.#seen.size >= MAX_TRUSTED) this.#seen.clear();
    const url = `${this.#address.url}/${this.#address.prefix}${path.slice(1)}`;
    if (!(await this.#has(url, stopped))) {
      const body = Uint8Array.from(await read());
      await this.#require({ method: 'PUT', url, headers: LIST_FILE_HEADERS, body }, stopped);
    }
    this.#seen.set(path, performance.now());
  }

  /** Ages are told by the store's clock alone. @throws BucketError */
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
        if (token === undefined || known.has(token) || storeTime - modifiedAt < KEPT_MS) continue;
        this.#seen.delete(`/${key.slice(prefix.length)}`);
        await this.#remove(`${url}/${key}`, stopped);
      }
      if (listing.next === null) return;
      next = listing.next;
    }
    throw new BucketError(`The listing of ${url} does not end`);
  }

  /** A key that may not list is refused an answer about what is not there; sending the file will tell what is amiss. */
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
    // Another process may have removed it.
    if (answer.status !== 404 && !isSuccess(answer)) throw refusal(request, answer);
  }

  async #require(request: BucketRequest, stopped: AbortSignal): Promise<BucketAnswer> {
    const answer = await this.#requests.send(request, stopped);
    if (!isSuccess(answer)) throw refusal(request, answer);
    return answer;
  }
}

const isSuccess = ({ status }: BucketAnswer): boolean => status >= 200 && status < 300;

/** As a signature demands it (RFC 3986 section 2.3); forms escape less, and a space otherwise. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
