import type { OutgoingHttpHeaders } from 'node:http';
import type { Site } from '../../e2e/harness/site.ts';

/** How a listed page is served, with probes in it as far as its kind can carry them (`probe.ts`). */
export type Kind = {
  readonly name: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: (host: string) => string;
  /** What it loads from its own host: type and text by path. */
  readonly parts?: Readonly<Record<string, readonly [type: string, text: string]>>;
};

/**
 * Serves a listed host by a kind, at every path that no way answers in its own manner.
 * @param delay milliseconds before the page is answered
 */
export function serve(site: Site, host: string, kind: Kind, delay = 0): void {
  site.on(host, '*', async ({ path }, response) => {
    if (path.startsWith('/tell/')) return void response.writeHead(204).end();
    const part = kind.parts?.[path];
    if (part) return void response.writeHead(200, { 'content-type': part[0] }).end(part[1]);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    // A page that may not be stored at all is not kept for going back either.
    response.writeHead(200, { 'cache-control': 'no-cache', ...kind.headers }).end(kind.body(host));
  });
}
