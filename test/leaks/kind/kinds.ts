import type { Kind } from './kind.ts';
import { listedPage, PROBE, RED } from './probe.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const page = (body: string) => (): string =>
  `<!doctype html><title>page</title><style>${RED}</style><h1>page</h1>${body}`;

/** What everything is measured with unless a selection says otherwise. A page of another origin has to agree to be prerendered with its cookies. */
export const PLAIN: Kind = {
  name: 'html',
  headers: { ...HTML, 'supports-loading-mode': 'credentialed-prerender' },
  body: (host) => listedPage(host),
};

export const KINDS: readonly Kind[] = [
  PLAIN,
  {
    name: 'xhtml',
    headers: { 'content-type': 'application/xhtml+xml' },
    body: (host) =>
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${host}</title><style>${RED}</style><script><![CDATA[${PROBE}]]></script></head><body><h1>${host}</h1></body></html>`,
  },
  {
    name: 'svg',
    headers: { 'content-type': 'image/svg+xml' },
    body: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><rect width="2000" height="2000" fill="#e00"/><script><![CDATA[${PROBE}]]></script></svg>`,
  },
  { name: 'onerror', headers: HTML, body: page(`<img src="data:," onerror="${PROBE}">`) },
  { name: 'module', headers: HTML, body: page(`<script type="module">${PROBE}</script>`) },
  {
    name: 'async',
    headers: HTML,
    body: page('<script async src="/part/probe.js"></script>'),
    parts: { '/part/probe.js': ['text/javascript', PROBE] },
  },
  { name: 'srcdoc', headers: HTML, body: page(`<iframe srcdoc="<script>focus();${PROBE}</script>"></iframe>`) },
  // Nothing of it runs or is red: it can only be asked for, and be there in the end.
  { name: 'text-refresh', headers: { 'content-type': 'text/plain', refresh: '0' }, body: () => 'Loading.' },
];
