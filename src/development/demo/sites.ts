import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLEAN_HOSTS, demoPage } from './pages.ts';
import type { DemoService } from './service.ts';

/** Serves every demo site on one loopback port, told apart by the name the browser asks for. */
export async function startDemoSites(
  service: DemoService,
): Promise<{ port: number; url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const { status, html, location } = demoPage(host, path, service.portalUrl);
    response
      .writeHead(status, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        ...(location ? { location } : {}),
      })
      .end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    url: `http://${CLEAN_HOSTS.start}/`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
