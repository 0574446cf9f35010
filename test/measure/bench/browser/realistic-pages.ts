import type { IncomingMessage, ServerResponse } from 'node:http';
import { LocalServer } from '../../../fixtures/local-server.ts';
import { FRAMES_SHAPE, PAGE_SHAPES, type PageShape } from './page-shapes.ts';
import { pageText, picture } from './page-text.ts';

/**
 * Generated pages of the kinds people open, each under a name of its own (`news.bench.test`): text, styles, pictures,
 * scripts in front and behind, frames, and a document that arrives in pieces.
 */
export class RealisticPages extends LocalServer {
  static readonly NAMES: readonly string[] = Object.keys(PAGE_SHAPES);
  /** A page with fifty frames, beside the others. */
  static readonly FRAMES = 'frames';

  constructor() {
    super((request, response) => void answer(request, response));
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = (request.headers.host ?? '').split('.')[0] ?? '';
  const shape = name === RealisticPages.FRAMES ? FRAMES_SHAPE : PAGE_SHAPES[name];
  const [path = '/'] = (request.url ?? '/').split('?');
  const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html; charset=utf-8';
  response.writeHead(shape ? 200 : 404, { 'content-type': type, 'cache-control': 'no-store' });
  if (!shape) return void response.end();
  if (path.endsWith('.css')) return void response.end(styleSheet(shape));
  if (path.endsWith('.js')) return void response.end(`${busy(shape.deferredMs ?? 0)}window.loaded = true;`);
  if (path.endsWith('.png')) return void response.end(picture(Number.parseInt(path.slice(1), 10)));
  if (path === '/frame') return void response.end('<!doctype html><title>frame</title><p>A frame.</p>');
  for (const piece of pieces(pageText(shape), shape.pieces ?? 1)) {
    response.write(piece);
    if (shape.pieces) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  response.end();
}

const TYPES: Record<string, string> = { css: 'text/css', js: 'text/javascript', png: 'image/png' };

function pieces(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size));
}

function styleSheet({ rules = 0 }: PageShape): string {
  const own = Array.from(
    { length: rules },
    (_, at) =>
      `.c${at % 97} .d${at % 31} > p:nth-child(${(at % 5) + 1}){margin:${at % 7}px;color:#${String(100 + (at % 800))}}`,
  );
  return `body{font:16px/1.5 sans-serif;max-width:60rem;margin:auto}.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:1rem}${own.join('')}`;
}

/** A script that keeps the main thread for so many milliseconds. */
const busy = (ms: number): string =>
  ms > 0 ? `{const end=performance.now()+${ms};while(performance.now()<end);}` : '';
