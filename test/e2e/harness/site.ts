import type { IncomingMessage, ServerResponse } from 'node:http';
import { LocalServer } from '../../fixtures/local-server.ts';

/** A request received by a site, in order of arrival. `body` is decoded as UTF-8. */
export type SeenRequest = {
  host: string;
  path: string;
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
};
export type Handler = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

/**
 * All web sites of a test: the browser resolves every name to this one server. A test sets the answer of a host and
 * path; everything else answers with a small page that beacons to `/ran` from its first inline script.
 */
export class Site extends LocalServer {
  readonly seen: SeenRequest[] = [];
  readonly #handlers = new Map<string, Handler>();
  /** Milliseconds before every answer. */
  delay = 0;

  constructor() {
    super((incoming, response) => void this.#answer(incoming, response));
  }

  /** Resets it to its initial state, on the same port. */
  reset(): void {
    this.seen.length = 0;
    this.#handlers.clear();
    this.delay = 0;
  }

  /** Answers `host` + `path` (path without query; `*` for every path of the host) with HTML or by a handler. */
  on(host: string, path: string, answer: string | Handler): void {
    const handler: Handler = typeof answer === 'string' ? (_, response) => html(response, answer) : answer;
    this.#handlers.set(`${host}${path}`, handler);
  }

  /** The requests that reached one host, without those for its icon. */
  requestsTo(host: string): SeenRequest[] {
    return this.seen.filter((request) => request.host === host && request.path !== '/favicon.ico');
  }

  /** True where a script of a page of this host ran. */
  ran(host: string): boolean {
    return this.requestsTo(host).some((request) => request.path.startsWith('/ran'));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const host = (incoming.headers.host ?? '').replace(/:\d+$/, '');
    const request: SeenRequest = {
      host,
      path: incoming.url ?? '/',
      method: incoming.method ?? 'GET',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.seen.push(request);
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    const path = request.path.split('?')[0] ?? '/';
    if (path === '/favicon.ico') return void response.writeHead(204).end();
    if (path === '/ran') return void response.writeHead(204).end();
    const handler = this.#handlers.get(`${host}${path}`) ?? this.#handlers.get(`${host}*`);
    if (handler) await handler(request, response);
    else html(response, page(host));
  }
}

/** A page that shows its title in large red, and beacons to `/ran` as soon as its script runs. */
export function page(title: string, body = ''): string {
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><style>html{background:#e00;color:#fff;font:20px sans-serif}</style>
<script>navigator.sendBeacon('/ran?' + encodeURIComponent(location.href));</script><h1>${title}</h1>${body}`;
}

/** Answers with HTML that is not cached. */
export function html(response: ServerResponse, text: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers })
    .end(text);
}
