import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLEAN_HOSTS, demoPage } from './pages.ts';
import type { DemoService } from './service.ts';

/** A browser that takes this for its proxy asks for a whole address. */
const pathOf = (asked: string): string => new URL(asked, 'http://demo.test').pathname;

/** Serves every demo site on one loopback port, as a proxy does: told apart by the name the browser asks for. Other names find nothing here. */
export async function startDemoSites(
  service: DemoService,
): Promise<{ port: number; url: string; stop: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    const path = pathOf(request.url ?? '/');
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
