import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export type MetricsServer = { readonly port: number; readonly close: () => Promise<void> };

export type MetricsAddress = {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
};

/**
 * Serves the metrics at `/metrics` on a port of their own, so that what clients reach never has them.
 * @throws Error when the address cannot be listened on
 */
export async function startMetrics({ host, port }: MetricsAddress, registry: Registry): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const page = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(page);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
