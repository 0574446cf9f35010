import { request as forward, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { LocalServer } from '../../fixtures/local-server.ts';

/** A request of the extension to its service, as sent over the network. */
export type Crossing = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
/** Answers instead of the service; true if it did. */
export type Fault = (crossing: Crossing, response: ServerResponse) => boolean;

/**
 * Sits between the browser and the service: records every request and can answer instead of the service, so that a test
 * can break any answer.
 */
export class Relay extends LocalServer {
  readonly crossings: Crossing[] = [];
  /** Set by a test; undefined passes everything on. */
  fault: Fault | undefined;
  /** Milliseconds before every request is passed on. */
  delay = 0;

  constructor(servicePort: () => number) {
    super(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const crossing: Crossing = {
        method: incoming.method ?? 'GET',
        path: incoming.url ?? '/',
        headers: incoming.headers,
        body: body.toString('utf8'),
      };
      this.crossings.push(crossing);
      if (this.fault?.(crossing, response)) return;
      if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
      const onward = forward(
        {
          host: '127.0.0.1',
          port: servicePort(),
          method: crossing.method,
          path: crossing.path,
          headers: incoming.headers,
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      onward.on('error', () => response.destroy());
      onward.end(body);
    });
  }

  /** Resets it to its initial state, on the same port. */
  reset(): void {
    this.crossings.length = 0;
    this.fault = undefined;
    this.delay = 0;
  }

  /** Answers every confirmation after a while as if nothing in its bucket were listed: each local hit is false. */
  clearHits(delay = 0): void {
    this.fault = ({ path }, response) => {
      if (path !== '/api/v2/asset/blocklist/confirm') return false;
      const answer = () =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"matches":[],"ttlSeconds":300}');
      setTimeout(answer, delay);
      return true;
    };
  }

  /** The crossings of one operation, for example `/asset/blocklist/confirm`. */
  to(path: string): Crossing[] {
    return this.crossings.filter((crossing) => crossing.path.split('?')[0] === `/api/v2${path}`);
  }
}
