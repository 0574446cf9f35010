import type { Handler } from './site.ts';

type Document = { readonly type?: string; readonly refresh?: string; readonly text: (run: string) => string };

const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"';
const SVG = 'xmlns="http://www.w3.org/2000/svg"';
const html = (body: string) => `<!doctype html><title>page</title><body>${body}<p>end</p></body>`;
const inFrame = (run: string) => `&lt;script>parent.eval(&quot;${run}&quot;)&lt;/script>`;

/** Documents that run script in every way that needs no person. Each runs what it is given once. */
const DOCUMENTS: Readonly<Record<string, Document>> = {
  script: { text: (run) => html(`<script>${run}</script>`) },
  'async-module': { text: (run) => html(`<script type="module" async>${run}</script>`) },
  'image-handler': { text: (run) => html(`<img src="x:" onerror="${run}">`) },
  'style-handler': { text: (run) => html(`<style onload="${run}">a{}</style>`) },
  'svg-handler': { text: (run) => html(`<svg onload="${run}"></svg>`) },
  toggle: { text: (run) => html(`<details open ontoggle="${run}">x</details>`) },
  srcdoc: { text: (run) => html(`<iframe srcdoc="${inFrame(run)}"></iframe>`) },
  shadow: {
    text: (run) => html(`<div><template shadowrootmode="closed"><img src="x:" onerror="${run}"></template></div>`),
  },
  'first-image': { text: (run) => `<img src="x:" onerror="${run}"><p>end</p>` },
  'first-toggle': { text: (run) => `<details open ontoggle="${run}">x</details><p>end</p>` },
  'first-srcdoc': { text: (run) => `<iframe srcdoc="${inFrame(run)}"></iframe><p>end</p>` },
  'xhtml-script': {
    type: 'application/xhtml+xml',
    text: (run) => `<html ${XHTML}><head><title>x</title></head><body><script>${run}</script><p>end</p></body></html>`,
  },
  'xhtml-first': {
    type: 'application/xhtml+xml',
    text: (run) => `<html ${XHTML}><head><script>${run}</script><title>x</title></head><body><p>end</p></body></html>`,
  },
  'xhtml-image': {
    type: 'application/xhtml+xml',
    text: (run) => `<html ${XHTML}><body><img src="x:" onerror="${run}"/><p>end</p></body></html>`,
  },
  xml: { type: 'application/xml', text: (run) => `<a><b/><script ${XHTML}>${run}</script></a>` },
  'xml-root': { type: 'application/xml', text: (run) => `<script ${XHTML}>${run}</script>` },
  svg: { type: 'image/svg+xml', text: (run) => `<svg ${SVG} onload="${run}"><rect width="9" height="9"/></svg>` },
  'svg-first': {
    type: 'image/svg+xml',
    text: (run) => `<svg ${SVG}><script>${run}</script><rect width="9" height="9"/></svg>`,
  },
};

export const DOCUMENT_NAMES = Object.keys(DOCUMENTS);

/** Answers each document under its name. What it runs sends a beacon to `/ran?NAME`. */
export const documents: Handler = ({ path }, response) => {
  const name = path.slice(1);
  if (path === '/text')
    return void response.writeHead(200, { 'content-type': 'text/plain', refresh: '0; url=/script' }).end('x');
  const document = DOCUMENTS[name];
  if (!document) return void response.writeHead(204).end();
  const text = document.text(`navigator.sendBeacon('/ran?${name}')`);
  response.writeHead(200, { 'content-type': document.type ?? 'text/html', 'cache-control': 'no-store' }).end(text);
};
