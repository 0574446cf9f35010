import { digestOf, encodePrefixes } from '../../../../src/blocklist/codec/artifact.ts';
import { randomPrefixes } from '../../../fixtures/blocklist/random.ts';
import { LocalServer } from '../../../fixtures/local-server.ts';

/** Serves a list of random prefixes by the contract, for measures that need a list of a given size and nothing else. */
export class ListServer extends LocalServer {
  /** Requests so far. */
  requests = 0;

  constructor(algoVersion: string, entries: number, pollSeconds: number) {
    const sorted = randomPrefixes(entries, 12_345);
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
      pollSeconds,
    });
    super((request, response) => {
      this.requests += 1;
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
}
