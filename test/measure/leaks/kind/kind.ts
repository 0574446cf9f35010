import type { OutgoingHttpHeaders } from 'node:http';
import type { Site } from '../../../e2e/harness/site.ts';
import { PROBE } from './probe.ts';

/**
 * How a listed page is served. Each kind runs what it is given in its own way: text without double quotes, `<` and `&`, so that it fits
 * into an attribute and into XML.
 */
export type Kind = {
  readonly name: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: (run: string, host: string) => string;
  /** What it loads from its own host: type and text by path. */
  readonly parts?: Readonly<Record<string, readonly [type: string, text: (run: string) => string]>>;
  /** Bytes that are sent at a time; all at once where it is absent. */
  readonly piece?: number;
};

export const HTML = { 'content-type': 'text/html; charset=utf-8' };

type Serving = {
  /** Milliseconds before the page is answered. */
  readonly delay?: number;
  readonly run?: string;
};

/** Serves a listed host by a kind, at every path that no way answers in its own manner. */
export function serve(site: Site, host: string, kind: Kind, { delay = 0, run = PROBE }: Serving = {}): void {
  site.on(host, '*', async ({ path }, response) => {
    if (path.startsWith('/tell/')) return void response.writeHead(204).end();
    const part = kind.parts?.[path];
    if (part) return void response.writeHead(200, { 'content-type': part[0] }).end(part[1](run));
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    // A page that may not be stored at all is not kept for going back either.
    response.writeHead(200, { 'cache-control': 'no-cache', ...kind.headers });
    const text = kind.body(run, host);
    const piece = kind.piece ?? text.length;
    for (let at = 0; at < text.length; at += piece) {
      response.write(text.slice(at, at + piece));
      if (piece < text.length) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    response.end();
  });
}
