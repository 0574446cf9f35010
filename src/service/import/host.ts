import { type Asset, canonicalUrl, recognizeUrl } from '../../asset/index.ts';
import { listingRefusal } from '../../asset/listing.ts';
import type { Change, SkipReason } from './reason.ts';

/** What one line of a host list is: an asset and how its spelling was changed, or why it is none. */
export type HostReading =
  | { readonly asset: Asset; readonly changes: readonly Change[] }
  | { readonly skip: SkipReason };

/** A label of a host name as resolvers accept it: RFC 1123 section 2.1, and the underscore that hosting names really use. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
/** An IPFS content id (CID versions 0 and 1) or IPNS key, also one that lost its upper case. */
const IPFS_ID = /^(qm[1-9a-z]{44}|baf[a-z2-7]{50,}|k51[a-z0-9]{50,})$/i;

/**
 * Reads one line of a host list: a host in any spelling, or the address of one page (`host/path`).
 * A host is listed exactly as it was reported, `www.` included; on a shared host the asset is the page.
 */
export function readHost(line: string): HostReading {
  const text = line.trim();
  if (text.startsWith('*')) return { skip: 'wildcard' };
  if (IPFS_ID.test(text)) return { skip: 'ipfs-id' };
  const canonical = canonicalUrl(/^https?:/i.test(text) ? text : `http://${text}`);
  const recognized = canonical === null ? null : recognizeUrl(`http://${canonical}`);
  if (canonical === null || recognized === null) return { skip: 'not-a-host' };
  const host = canonical.slice(0, canonical.indexOf('/'));
  if (!isHostName(host)) return { skip: 'not-a-host' };
  const isPlatform = [host, recognized.type === 'URL' ? recognized.content : host].some(isRefused);
  const isWhole = canonical === `${host}/`;
  if (isPlatform && isWhole) return { skip: IPV4.test(host) ? 'not-public' : 'platform' };
  const asset: Asset = isPlatform || !isWhole ? { type: 'PAGE', content: canonical } : { type: 'URL', content: host };
  return { asset, changes: changesOf(text, asset) };
}

const isRefused = (host: string): boolean => listingRefusal({ type: 'URL', content: host }) !== null;

function isHostName(host: string): boolean {
  const labels = host.split('.');
  return (
    host.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    (IPV4.test(host) || !/^\d+$/.test(labels.at(-1)!))
  );
}

function changesOf(text: string, asset: Asset): Change[] {
  if (asset.type === 'PAGE') return ['page'];
  const changes: Change[] = [];
  const host = text.replace(/^https?:\/\//i, '').replace(/[/?#].*$/s, '');
  const bare = host.replace(/:\d+$/, '');
  if (bare !== host) changes.push('port');
  if (bare.endsWith('.')) changes.push('trailing-dot');
  if (/\P{ASCII}/u.test(bare)) changes.push('idn');
  else if (bare !== bare.toLowerCase()) changes.push('case');
  return changes;
}
