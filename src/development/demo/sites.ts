import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoPage } from './pages.ts';
import type { DemoService } from './service.ts';

/** Where the demo begins. */
const START_HOST = 'start.wary.test';

/** Serves every demo site on one loopback port, told apart by the name the browser asks for. */
export async function startDemoSites(service: DemoService): Promise<{ port: number; url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const page = demoPage(host, path, service.portalUrl);
    response
      .writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      .end(page ?? 'Not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    url: `http://${START_HOST}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
