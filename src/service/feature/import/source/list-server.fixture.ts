import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** For tests: somebody's server of a list, with the validators that such servers have. */
export class ListServer {
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  body = '';
  etag: string | null = null;
  /** Answers in place of the list; null for the list. */
  respond: ((response: ServerResponse, path: string) => boolean) | null = null;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      this.asked.push({ path, headers: request.headers });
      if (this.respond?.(response, path)) return;
      const headers = this.etag === null ? {} : { etag: this.etag };
      if (this.etag !== null && request.headers['if-none-match'] === this.etag) response.writeHead(304, headers).end();
      else response.writeHead(200, headers).end(this.body);
    });
  }

  static async start(): Promise<ListServer> {
    const server = new ListServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
