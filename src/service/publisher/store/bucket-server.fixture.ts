import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { awsSignature, readAuthorization } from './aws-signature.fixture.ts';

type StoredObject = {
  readonly body: Buffer;
  readonly headers: { readonly type: string | undefined; readonly cache: string | undefined };
  modifiedAt: number;
};

/** A fault in an answer: a status with the store's error code, or no answer. */
export type BucketFault = { readonly status: number; readonly code: string } | 'silence' | 'hang up' | null;

const SKEW_MS = 15 * 60_000;
const PAGE = 2;

/**
 * For tests: a bucket of an S3-compatible store that verifies every signature, lists in small pages, and fails on
 * demand.
 */
export class BucketServer {
  readonly accessKeyId = 'AKIDEXAMPLE';
  readonly secretAccessKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
  readonly region = 'test-region-1';
  readonly bucket = 'wary-lists';
  readonly objects = new Map<string, StoredObject>();
  /** Every received request: `PUT /wary-lists/…`. */
  readonly requests: string[] = [];
  /** Called for each request before it is executed. */
  fault: (request: string) => BucketFault = () => null;
  /** If set, only requests with this token are accepted. */
  sessionToken: string | null = null;
  /** How far its clock is ahead of the service's. */
  clockAheadMs = 0;
  #server: Server | null = null;
  #port = 0;

  async start(): Promise<void> {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    await new Promise<void>((resolve) => this.#server!.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Stops it; its content is still there when it is started again at the same address. */
  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => (this.#server ? this.#server.close(resolve) : resolve(null)));
    this.#server = null;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/${this.bucket}`;
  }

  put(key: string, ageMs: number): void {
    const headers = { type: undefined, cache: undefined };
    this.objects.set(key, { body: Buffer.of(1), headers, modifiedAt: this.#now() - ageMs });
  }

  #now = (): number => Date.now() + this.clockAheadMs;

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '';
    const said = `${request.method} ${target}`;
    this.requests.push(said);
    const fault = this.fault(said);
    if (fault === 'silence') return;
    if (fault === 'hang up') return void response.destroy();
    const body = await buffer(request);
    response.setHeader('Date', new Date(this.#now()).toUTCString());
    const refused = fault ?? this.#refused(request, body);
    if (refused) {
      // Like real stores, the answer repeats the key and the signed text.
      const told = `<AWSAccessKeyId>${this.accessKeyId}</AWSAccessKeyId><StringToSign>${said}</StringToSign>`;
      const xml = `<?xml version="1.0"?><Error><Code>${refused.code}</Code>${told}</Error>`;
      response.writeHead(refused.status, { 'Content-Type': 'application/xml' });
      return void response.end(request.method === 'HEAD' ? undefined : xml);
    }
    const url = new URL(target, 'http://store.example');
    const key = url.pathname.slice(this.bucket.length + 2);
    const object = this.objects.get(key);
    if (request.method === 'GET' && url.searchParams.get('list-type') === '2')
      return void response.end(this.#page(url.searchParams));
    if (request.method === 'PUT') {
      const headers = { type: request.headers['content-type'], cache: request.headers['cache-control'] };
      this.objects.set(key, { body, headers, modifiedAt: this.#now() });
      return void response.end();
    }
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return void response.writeHead(204).end();
    }
    return void response.writeHead(object ? 200 : 404).end(request.method === 'GET' ? object?.body : undefined);
  }

  #refused({ method, url, headers }: IncomingMessage, body: Buffer): { status: number; code: string } | null {
    const given = readAuthorization(headers.authorization);
    const date = String(headers['x-amz-date']);
    const sent = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
    if (given?.accessKeyId !== this.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
    if (given.region !== this.region) return { status: 400, code: 'AuthorizationHeaderMalformed' };
    if (!(Math.abs(this.#now() - this.clockAheadMs - sent) < SKEW_MS))
      return { status: 403, code: 'RequestTimeTooSkewed' };
    const unsigned = Object.keys(headers).filter(
      (name) => (name === 'host' || name.startsWith('x-amz-')) && !given.signedHeaders.includes(name),
    );
    const signature = awsSignature(
      { method: method ?? '', target: url ?? '', headers },
      { date, region: given.region, signedHeaders: given.signedHeaders },
      this.secretAccessKey,
    );
    if (unsigned.length > 0 || signature !== given.signature) return { status: 403, code: 'SignatureDoesNotMatch' };
    if ((headers['x-amz-security-token'] ?? null) !== this.sessionToken) return { status: 403, code: 'InvalidToken' };
    if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256'])
      return { status: 400, code: 'XAmzContentSHA256Mismatch' };
    return url?.startsWith(`/${this.bucket}/`) || url?.startsWith(`/${this.bucket}?`)
      ? null
      : { status: 404, code: 'NoSuchBucket' };
  }

  /** A token of the next page contains characters that URLs and XML must escape. */
  #page(query: URLSearchParams): string {
    const start = /^from &<\+\/ (.*)=$/.exec(query.get('continuation-token') ?? '')?.[1] ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    const rest = keys.filter((key) => key > start);
    const contents = rest.slice(0, PAGE).map((key) => {
      const modified = new Date(this.objects.get(key)!.modifiedAt).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified><Size>1</Size></Contents>`;
    });
    const token = `<NextContinuationToken>from &amp;&lt;+/ ${rest[PAGE - 1]}=</NextContinuationToken>`;
    const isMore = rest.length > PAGE;
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isMore}</IsTruncated>${contents.join('')}${isMore ? token : ''}</ListBucketResult>`;
  }
}
