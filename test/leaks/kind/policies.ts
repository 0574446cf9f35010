import { HTML, type Kind } from './kind.ts';
import { RED } from './probe.ts';

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
export const POLICY_KINDS: readonly Kind[] = Object.entries(POLICIES).map(([name, headers]) => ({
  name,
  headers: { ...HTML, ...headers },
  body: (run) =>
    `<!doctype html><title>page</title><style>${RED}</style><script>${run}</script><h1>page</h1><p>end</p>`,
}));
