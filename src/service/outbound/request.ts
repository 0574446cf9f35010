import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './address.ts';

/** What a request of the service to somebody else's server may do. */
export type OutboundPolicy = {
  /** True where the operator lets it reach this machine and its network. */
  readonly allowPrivate: boolean;
};

export type OutboundRequest = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds until the whole exchange must be over. */
  readonly timeoutMs: number;
  /** Bytes of the answer that are read; what is beyond is left. */
  readonly maxBytes: number;
  /** Gives the request up; it fails with the reason. */
  readonly signal?: AbortSignal;
};

export type OutboundAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

/** An address that the service does not go to, whatever answers there. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

/** Why the service would never send anything to an address; null when it may. A name is looked up only when it is used. */
export function outboundRefusal(text: string, { allowPrivate }: OutboundPolicy): string | null {
  if (!URL.canParse(text)) return 'must be an absolute address';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https:// or http://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  const host = hostOf(url);
  if (allowPrivate) return null;
  const isLocalName = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host);
  return isLocalName || (isIP(host) !== 0 && !isPublicAddress(host)) ? 'must not be a private address' : null;
}

/**
 * Sends one request and follows no redirect. Where private addresses are refused, the address that a name resolves to is checked
 * at the moment of the connection and is the one connected to, so that a name cannot change in between.
 *
 * @throws OutboundRefused for an address that is refused; Error when there is no answer in time
 */
export function sendOutbound(request: OutboundRequest, policy: OutboundPolicy): Promise<OutboundAnswer> {
  const refusal = outboundRefusal(request.url, policy);
  if (refusal !== null) return Promise.reject(new OutboundRefused(`The address ${refusal}`));
  const url = new URL(request.url);
  const late = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([late, request.signal]) : late;
  const failure = (error: Error) => (late.aborted ? new Error('No answer in time') : error);
  return new Promise((done, fail) => {
    const outgoing = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      method: request.method,
      headers: { ...request.headers, ...(request.body === undefined ? {} : lengthOf(request.body)) },
      agent: false,
      signal,
      ...(policy.allowPrivate ? {} : { lookup: publicLookup }),
    });
    outgoing.on('error', (error) => fail(failure(error)));
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const end = () => {
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
        );
        const body = Uint8Array.from(Buffer.concat(chunks).subarray(0, request.maxBytes));
        done({ status: response.statusCode ?? 0, headers, body });
        outgoing.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (size >= request.maxBytes) end();
      });
      response.on('end', end);
      response.on('error', (error) => fail(failure(error)));
    });
    outgoing.end(request.body);
  });
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const lengthOf = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) });

const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new OutboundRefused('The name leads to a private address'), []);
    if (options.all) return callback(null, addresses);
    return callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};
