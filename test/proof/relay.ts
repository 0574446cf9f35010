import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes requests on to the service and counts them by path. */
export class CountingRelay {
  readonly #paths = new Map<string, number>();
  readonly #server;

  constructor(target: number) {
    this.#server = createServer((incoming, outgoing) => {
      const path = incoming.url ?? '';
      this.#paths.set(path, (this.#paths.get(path) ?? 0) + 1);
      const { method, headers } = incoming;
      const onward = request({ host: '127.0.0.1', port: target, path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.destroy());
      incoming.pipe(onward);
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

  reset(): void {
    this.#paths.clear();
  }

  /** Requests since the last reset: polls, whose paths begin like this, and everything else. */
  counts(pollPath: string): { version: number; files: number } {
    const polls = [...this.#paths].filter(([path]) => path.startsWith(pollPath));
    const version = polls.reduce((sum, [, count]) => sum + count, 0);
    return { version, files: [...this.#paths.values()].reduce((sum, count) => sum + count, 0) - version };
  }
}
