import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const WORDS = 'the quick calm page reads like any other and says nothing of note about money or names '.split(' ');

/** Generated pages of three weights, served by name: `small.bench.test`, `medium.bench.test`, `heavy.bench.test`. */
export class BenchPages {
  static readonly KINDS = ['small', 'medium', 'heavy'] as const;
  readonly #server: Server;

  constructor() {
    const bodies: Record<string, string> = {
      small: '<h1>Small</h1><p>One paragraph.</p>',
      medium: `<h1>Medium</h1>${paragraphs(400, 80)}`,
      heavy: `<h1>Heavy</h1>${paragraphs(2_500, 12)}<script>for(let i=0;i<2500;i++){const e=document.createElement('span');e.textContent='row '+i;document.body.append(e)}</script>`,
    };
    this.#server = createServer((request, response) => {
      const kind = (request.headers.host ?? '').split('.')[0] ?? '';
      const body = bodies[kind];
      response.writeHead(body ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      response.end(`<!doctype html><title>${kind}</title>${body ?? ''}`);
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

function paragraphs(count: number, words: number): string {
  return Array.from({ length: count }, (_, at) => {
    const text = Array.from({ length: words }, (_, word) => WORDS[(at * 7 + word * 3) % WORDS.length]).join(' ');
    return `<p>${text} <a href="/${at}">more ${at}</a></p>`;
  }).join('');
}
