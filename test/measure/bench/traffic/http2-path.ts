import { once } from 'node:events';
import { request } from 'node:http';
import {
  type ClientHttp2Session,
  connect,
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** Header fields that belong to one connection and have no place in HTTP/2 (RFC 9113, section 8.2.2). */
const OF_ONE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host']);

/** Speaks HTTP/2 before a service that speaks HTTP/1.1, as a CDN does; without TLS, so that its bytes can be counted. */
export class Http2Front {
  readonly #server: Http2Server;

  constructor(target: number) {
    this.#server = createServer((incoming: Http2ServerRequest, outgoing: Http2ServerResponse) => {
      const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':')));
      const host = incoming.authority;
      const onward = { host: '127.0.0.1', port: target, path: incoming.url, headers: { ...headers, host } };
      request(onward, (answer) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !OF_ONE_CONNECTION.has(name));
        outgoing.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
        answer.pipe(outgoing);
      })
        .on('error', () => outgoing.stream.destroy())
        .end();
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  stop(): void {
    this.#server.close();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }
}

/** `fetch` over one kept HTTP/2 connection, as far as the list's client uses it. */
export class Http2Fetch {
  /** Of all answers so far, as they were sent: without headers and frames. */
  bodyBytes = 0;
  readonly #session: ClientHttp2Session;

  constructor(origin: string) {
    this.#session = connect(origin);
  }

  async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { pathname, search } = new URL(String(input));
    const names = Object.entries((init?.headers ?? {}) as Record<string, string>);
    const sent = Object.fromEntries(names.map(([name, value]) => [name.toLowerCase(), value]));
    const stream = this.#session.request({ ':path': pathname + search, ...sent });
    const [fields] = (await once(stream, 'response')) as [Record<string, string | number>];
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    const plain = Object.entries(fields).filter(([name]) => !name.startsWith(':'));
    const headers = new Headers(plain.map(([name, value]) => [name, String(value)]));
    const body = Buffer.concat(parts);
    this.bodyBytes += body.length;
    const status = Number(fields[':status']);
    if (status === 304) return new Response(null, { status, headers });
    return new Response(headers.get('content-encoding') === 'gzip' ? gunzipSync(body) : body, { status, headers });
  }

  stop(): void {
    this.#session.destroy();
  }
}
