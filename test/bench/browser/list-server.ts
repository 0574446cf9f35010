import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { digestOf, encodePrefixes } from '../../../src/blocklist/index.ts';

/** Serves a list of random prefixes by the contract, for measures that need a list of a given size and nothing else. */
export class ListServer {
  readonly #server: Server;

  constructor(algoVersion: string, entries: number) {
    const random = new Set<number>();
    let state = 12_345;
    while (random.size < entries) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      random.add((state ^ (state >>> 15)) >>> 0);
    }
    const sorted = new Uint32Array(random).sort();
    const artifact = (name: string, prefixes: Uint32Array) => ({
      token: `${name}-${prefixes.length}`,
      count: prefixes.length,
      url: `http://service.wary.test/${name}`,
      sha256: digestOf(prefixes),
      changes: [],
    });
    const files = new Map([
      ['/snapshot', encodePrefixes(sorted)],
      ['/recent', encodePrefixes(new Uint32Array())],
    ]);
    const version = JSON.stringify({
      algoVersion,
      snapshot: artifact('snapshot', sorted),
      recent: artifact('recent', new Uint32Array()),
      confirmPrefixLength: 4,
      pollSeconds: 3600,
    });
    this.#server = createServer((request, response) => {
      const file = files.get(request.url ?? '');
      if (file) response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file);
      else if (request.url === '/api/v2/asset/blocklist/version')
        response.writeHead(200, { 'content-type': 'application/json' }).end(version);
      else
        response
          .writeHead(404, { 'content-type': 'application/json' })
          .end('{"message":"Not found","code":"NOT_FOUND","issues":[]}');
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }
}
