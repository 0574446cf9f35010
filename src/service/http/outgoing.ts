import { lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { type IssueCode, inEnglish, issue } from '../database/refused.ts';
import { type Networks, NO_NETWORKS, networksOf } from './networks.ts';
import { Pieces } from './request/pieces.ts';

export type OutboundPolicy = {
  readonly privateNetworks: Networks;
};

export const PUBLIC_ONLY: OutboundPolicy = { privateNetworks: NO_NETWORKS };
export const ANYWHERE: OutboundPolicy = { privateNetworks: networksOf(['0.0.0.0/0', '::/0']) };

export type OutboundRequest = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For the whole exchange. */
  readonly timeoutMs: number;
  /** Longer answers are cut off here. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
};

export type OutboundAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

/** The service does not connect to this address. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

/** Why a request failed. Node's message would repeat the address, which may hold a secret of its owner; its code does not. */
export function outboundProblem(error: unknown): string {
  if (error instanceof OutboundRefused) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `No connection (${code})`;
}

/** Where an answer redirects to; null where it does not, or to no address. */
export function redirectOf({ status, headers: { location } }: OutboundAnswer, base: string): URL | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(status) && location !== undefined;
  return isRedirect && URL.canParse(location, base) ? new URL(location, base) : null;
}

/** Why the service sends nothing to an address; null where it may. A name is resolved only when the request is sent. */
export function outboundRefusal(text: string, { privateNetworks }: OutboundPolicy): IssueCode | null {
  if (!URL.canParse(text)) return 'noAddress';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'noWebAddress';
  if (url.username !== '' || url.password !== '') return 'credentials';
  const host = hostOf(url);
  const isLocalName = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i.test(host);
  if (isLocalName) return privateNetworks === NO_NETWORKS ? 'privateAddress' : null;
  return isIP(host) === 0 || isPublicAddress(host) || privateNetworks.has(host) ? null : 'privateAddress';
}

/** So many pieces of an answer may be small: all that arrive at once are read in one turn of the event loop. */
const MAX_SMALL_PIECES = 10_000;
const MIN_PIECE_BYTES = 64;
/** An interim answer (RFC 9110 section 15.2) takes as long as these. */
const PIECES_OF_INTERIM_ANSWER = 100;

/**
 * Sends one request and follows no redirect; the address that was checked is the one connected to (against DNS
 * rebinding). @throws OutboundRefused; Error when there is no answer in time
 */
export function sendOutbound(request: OutboundRequest, policy: OutboundPolicy): Promise<OutboundAnswer> {
  const refusal = outboundRefusal(request.url, policy);
  if (refusal !== null) return Promise.reject(new OutboundRefused(`The address ${inEnglish(issue(refusal))}`));
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
      lookup: lookupWithin(policy),
    });
    let spare = MAX_SMALL_PIECES;
    const spend = (pieces: number) => {
      spare -= pieces;
      if (spare >= 0) return;
      fail(new Error('The answer comes in too many pieces'));
      outgoing.destroy();
    };
    outgoing.on('error', (error) => fail(failure(error)));
    outgoing.on('information', () => spend(PIECES_OF_INTERIM_ANSWER));
    outgoing.on('response', (response) => {
      const pieces = new Pieces();
      const end = () => {
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
        );
        done({ status: response.statusCode ?? 0, headers, body: pieces.bytes(request.maxBytes) });
        outgoing.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        if (chunk.length < MIN_PIECE_BYTES) spend(1);
        pieces.add(chunk);
        if (pieces.length >= request.maxBytes) end();
      });
      response.on('end', end);
      response.on('error', (error) => fail(failure(error)));
    });
    outgoing.end(request.body);
  });
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const lengthOf = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) });

const lookupWithin =
  ({ privateNetworks }: OutboundPolicy): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (
        addresses.length === 0 ||
        !addresses.every(({ address }) => isPublicAddress(address) || privateNetworks.has(address))
      )
        return callback(new OutboundRefused('The name leads to a private address'), []);
      if (options.all) return callback(null, addresses);
      return callback(null, addresses[0]!.address, addresses[0]!.family);
    });
  };

/** IPv4 networks that are not on the public Internet (RFC 6890 and the IANA IPv4 special-purpose registry). */
const SPECIAL_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Networks within the IPv6 global unicast space that lead elsewhere: special purposes, documentation, and IPv4 in disguise. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6');

/** All of IPv6 that is routed on the Internet (RFC 4291 section 2.4, IANA: only 2000::/3 is delegated). */
const globalIpv6 = new BlockList();
globalIpv6.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public Internet. False for what is no IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv6(address)) return globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
  return !special.check(address, 'ipv4');
}

/** A web address for logs and messages, without user name, password and query, which may be secret. Other text is returned as it is. */
export function redactedUrl(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return text;
  const { origin, pathname, search, hash } = new URL(text);
  return `${origin}${pathname}${search === '' && hash === '' ? '' : '?…'}`;
}
