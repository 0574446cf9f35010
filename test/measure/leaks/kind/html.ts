import { HTML, type Kind } from './kind.ts';
import { RED } from './probe.ts';

type Body = (run: string) => string;

/** A document whose body runs something. */
const page =
  (body: Body) =>
  (run: string): string =>
    `<!doctype html><title>page</title><style>${RED}</style><h1>page</h1>${body(run)}<p>end</p>`;
/** A document that begins with what runs something: the parser has read that before it looks whether it is to stop. */
const first =
  (tag: Body) =>
  (run: string): string =>
    `${tag(run)}<style>${RED}</style><h1>page</h1><p>end</p>`;
const html = (name: string, body: Body, more: Partial<Kind> = {}): Kind => ({ name, headers: HTML, body, ...more });

/** A page of its own, to which others lead on or which they show. */
const next = page((run) => `<script>${run}</script>`);
const inFrame = (run: string) => `<iframe srcdoc="<script>focus();${run}</script>"></iframe>`;
const NEXT = { '/part/next': [HTML['content-type'], next] } as const;
/** As the inside of a string of JavaScript between single quotes. */
const quoted = (run: string) => run.replaceAll("'", "\\'").replaceAll('\n', ' ');
const SHEET = 'data:text/css,a{}';

/** What fills a layer above the page. */
const BOX = '<p style="width:90vw;height:90vh;background:#e00">layer</p>';

/** Documents of HTML, by what makes them run something. */
export const HTML_KINDS: readonly Kind[] = [
  html(
    'module',
    page((run) => `<script type="module">${run}</script>`),
  ),
  html(
    'async',
    page(() => '<script async src="/part/probe.js"></script>'),
    {
      parts: { '/part/probe.js': ['text/javascript', (run) => run] },
    },
  ),
  html(
    'async module',
    page((run) => `<script async type="module">${run}</script>`),
  ),
  html(
    'written script',
    page((run) => `<script>document.write('<script>${quoted(run)}<\\/script>')</script>`),
  ),
  html(
    'onerror',
    page((run) => `<img src="x:" onerror="${run}">`),
  ),
  html(
    'style onload',
    page((run) => `<style onload="${run}">a{}</style>`),
  ),
  html(
    'link onload',
    page((run) => `<link rel="stylesheet" href="${SHEET}" onload="${run}">`),
  ),
  html(
    'svg onload',
    page((run) => `<svg onload="${run}"></svg>`),
  ),
  html(
    'details ontoggle',
    page((run) => `<details open ontoggle="${run}">x</details>`),
  ),
  html(
    'video onerror',
    page((run) => `<video src="x:" onerror="${run}"></video>`),
  ),
  html('srcdoc', page(inFrame)),
  html(
    'javascript frame',
    page((run) => `<iframe src="javascript:void ${run}"></iframe>`),
  ),
  html('frameset', () => `<!doctype html><title>page</title><frameset cols="*"><frame src="/part/next"></frameset>`, {
    parts: NEXT,
  }),
  html(
    'shadow tree',
    page((run) => `<div><template shadowrootmode="closed"><img src="x:" onerror="${run}"></template></div>`),
  ),
  html(
    'first onerror',
    first((run) => `<img src="x:" onerror="${run}">`),
  ),
  html(
    'first ontoggle',
    first((run) => `<details open ontoggle="${run}">x</details>`),
  ),
  html('first srcdoc', first(inFrame)),
  html(
    'onerror after a root with attributes',
    first((run) => `<html lang="en"><img src="x:" onerror="${run}">`),
  ),
  html(
    'root with a style',
    (run) =>
      `<!doctype html><html style="background:#e00;--x:1"><title>page</title><script>${run}</script><h1>page</h1><p>end</p>`,
  ),
  html('body onload', (run) => `<!doctype html><body onload="${run}"><style>${RED}</style><h1>page</h1><p>end</p>`),
  html(
    'small pieces',
    page((run) => `<script>${run}</script>`),
    { piece: 40 },
  ),
  html(
    'meta refresh',
    page(() => '<meta http-equiv="refresh" content="0;url=/part/next">'),
    { parts: NEXT },
  ),
  html(
    'Refresh',
    page(() => ''),
    { headers: { ...HTML, refresh: '0;url=/part/next' }, parts: NEXT },
  ),
  html('text Refresh', () => 'Loading.', {
    headers: { 'content-type': 'text/plain', refresh: '0;url=/part/next' },
    parts: NEXT,
  }),
  html(
    'dialog',
    page((run) => `<dialog>${BOX}</dialog><script>document.querySelector('dialog').showModal();${run}</script>`),
  ),
  html(
    'popover',
    page((run) => `<div popover>${BOX}</div><script>document.querySelector('div').showPopover();${run}</script>`),
  ),
  html(
    'fullscreen',
    page((run) => `<script>onkeydown=()=>document.documentElement.requestFullscreen();${run}</script>`),
  ),
];

/** Documents that keep their tab, or on which no guard can ask. Each takes its own time, and none is looked at without the extension. */
export const HOLDING_KINDS: readonly Kind[] = [
  html(
    'asks to stay',
    page((run) => `<script>onbeforeunload=(event)=>event.preventDefault();${run}</script>`),
  ),
  ...['alert', 'prompt', 'print'].map((call) =>
    html(
      call,
      first((run) => `<script>${run};${call}(1)</script>`),
    ),
  ),
];

/** A page that knows the veil, and takes it off a thousand times a second. */
export const UNDOING_KIND: Kind = html(
  'undoes the veil',
  first(
    (run) =>
      `<script>setInterval(()=>{document.adoptedStyleSheets=[];document.documentElement.style.setProperty('opacity','1','important')},1);${run}</script>`,
  ),
);
