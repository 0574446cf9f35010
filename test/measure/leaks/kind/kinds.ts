import { HTML_KINDS } from './html.ts';
import { HTML, type Kind } from './kind.ts';
import { listedPage, RED } from './probe.ts';
import { XML_KINDS } from './xml.ts';

/** What everything is measured with unless a selection says otherwise. A page of another origin has to agree to be prerendered with its cookies. */
export const PLAIN: Kind = {
  name: 'html',
  headers: { ...HTML, 'supports-loading-mode': 'credentialed-prerender' },
  body: (run, host) => listedPage(host, '', run),
};

const POLICIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'CSP without styles': {
    'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'; connect-src *; style-src 'none'",
  },
  'Trusted Types': { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" },
  'CSP sandbox': { 'content-security-policy': 'sandbox allow-scripts' },
  COEP: { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-resource-policy': 'cross-origin' },
  'Document-Isolation-Policy': { 'document-isolation-policy': 'isolate-and-require-corp' },
  'Integrity-Policy': { 'integrity-policy': 'blocked-destinations=(style)' },
};

/** Documents whose policy may refuse what a guard puts into them. */
const POLICY_KINDS: readonly Kind[] = Object.entries(POLICIES).map(([name, headers]) => ({
  name,
  headers: { ...HTML, ...headers },
  body: (run) =>
    `<!doctype html><title>page</title><style>${RED}</style><script>${run}</script><h1>page</h1><p>end</p>`,
}));

export const KINDS: readonly Kind[] = [PLAIN, ...HTML_KINDS, ...XML_KINDS, ...POLICY_KINDS];
