import { HTML_KINDS } from './html.ts';
import { HTML, type Kind } from './kind.ts';
import { POLICY_KINDS } from './policies.ts';
import { listedPage } from './probe.ts';
import { XML_KINDS } from './xml.ts';

/** What everything is measured with unless a selection says otherwise. A page of another origin has to agree to be prerendered with its cookies. */
export const PLAIN: Kind = {
  name: 'html',
  headers: { ...HTML, 'supports-loading-mode': 'credentialed-prerender' },
  body: (run, host) => listedPage(host, '', run),
};

export const KINDS: readonly Kind[] = [PLAIN, ...HTML_KINDS, ...XML_KINDS, ...POLICY_KINDS];
