import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.crx': 'application/x-chrome-extension',
  '.xml': 'application/xml',
  '.json': 'application/json',
  '.xpi': 'application/x-xpinstall',
};

/** A web server over one folder, as the one that delivers an organization's packages. */
export class UpdateSite {
  readonly folder = mkdtempSync(join(tmpdir(), 'wary-updates-'));
  readonly #server: Server = createServer(({ url = '/' }, response) => {
    const name = basename(url.split('?')[0]!);
    const file = join(this.folder, name);
    if (name === '' || !existsSync(file)) return void response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
      .end(readFileSync(file));
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** Its address of a file. */
  url(name: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
