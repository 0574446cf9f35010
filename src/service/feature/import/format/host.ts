import { canonicalAddress } from '../../../../asset/address/address.ts';
import { normalizeContent } from '../../../../asset/content.ts';
import { listingRefusal, MAX_CONTENT_LENGTH, type Refusal, withinLength } from '../../../../asset/listing/refusal.ts';
import { refanged } from '../../../../asset/text/word.ts';
import type { Asset } from '../../../../asset/type.ts';
import { ledUrl } from '../../../../asset/url/carrier.ts';
import { isTopLevelDomain } from '../../../../asset/url/host/top-level-domain.ts';
import { withoutPersonal } from '../../../../asset/url/personal.ts';
import { linkOf, recognizeUrl } from '../../../../asset/url/recognize-url.ts';
import type { SkipReason } from '../reason.ts';
import type { ListStatus } from './entry.ts';

type Reading = { readonly asset: Asset } | { readonly skip: SkipReason };

/** A label of a host name as resolvers accept it: RFC 1123 section 2.1, and the underscore that hosting names really use. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** A name at a host, which a URL without its scheme never has: an e-mail address, `mailto:`. */
const MAILBOX = /^(?!https?:)[^/?#\\]*@/i;
/**
 * What URL parsers drop, so that two names would become one: tabs, line ends, invisible characters; what delimits a URL (RFC 3986
 * appendix C); and what stands for a letter in an unknown encoding.
 */
const GLUE = /[\p{C}\p{Z}"<>\ufffd]/u;
/** Anchors, exceptions, separators and options of an ad-block rule. */
const RULE = /^[@|!~]|[\^|](?:\$|$)|\$~?[a-z][\w-]*(?:[=,]|$)/i;
const NETWORK = /^(?:\d{1,3}(?:\.\d{1,3}){3}\/\d{1,2}|[\da-f]*:[\da-f:]*\/\d{1,3})$/i;
/** The names in the first lines of hosts files, beside those with a dot. */
const LOCAL_LABEL = /^(?:localhost|localdomain|local|broadcasthost|ip6-[a-z]+)\d?$/i;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
/** What may be an IPv6 address without the brackets that a URL has around it (RFC 4291 section 2.2). */
const IPV6 = /^[\da-f]*:[\da-f:]*:[\da-f.]*$/i;
/** An IPFS content id of version 0 in lower case: base58, so it means nothing any more (CID specification, "CIDv0"). */
const LOWERED_CID = /^qm[1-9a-z]{44}$/;

/** Signs of a defanged spelling, as lists of indicators write it. */
const DEFANGED = /[[({](?:\.|dot|:|:\/\/|\/|@|at)[\])}]|^(?:h(?:xx|\*\*)p|meow)s?:/i;

/** What is invisible around an entry, such as the byte order mark of a file that was appended. */
const ENDS = /^[\p{C}\p{Z}]+|(?<![\p{C}\p{Z}])[\p{C}\p{Z}]+$/gu;

/** A wallet address, or a host, page or account, also defanged (`hxxps://evil[.]example`). */
export function readHost(content: string, status: ListStatus = 'BLOCKED'): Reading {
  if (content.length > MAX_CONTENT_LENGTH) return { skip: 'not-understood' };
  const trimmed = content.replace(ENDS, '');
  const text = DEFANGED.test(trimmed) ? refanged(trimmed.replace(/^meow(?=s?:)/i, 'http')) : trimmed;
  const reading = readAddress(text) ?? readSite(text, status);
  return 'asset' in reading && withinLength(reading.asset) === null ? { skip: 'not-understood' } : reading;
}

/** Null for what is no address, and for a host, which may have the shape of a name for a wallet. */
function readAddress(text: string): Reading | null {
  const address = isTopLevelDomain(text.slice(text.lastIndexOf('.') + 1)) ? null : canonicalAddress(text);
  return address === null ? null : listable({ type: 'ADDRESS', content: address });
}

/**
 * Reads a host in any spelling, an IPFS id, a name for a wallet, or the address of one page or account (`host/path`).
 * - A host stays as it was reported, `www.` included; `listedExpression` says under which expression it is listed. A
 *   host that is only another address of an account is that account.
 * - The host of an IPFS gateway that names a content id, and a bare id, are listed as that content, on whatever gateway it is served.
 * - The address of a page is listed as what it names: an account, a post, a page; without what names its reader, and
 *   behind a mail gateway or a redirector, the page there.
 * - `*.`, `+.` and a dot in front mean the host, which covers what is below it.
 * - A site of the never-list may be allowed.
 * - What another format means by a line is never guessed: a rule, several words, or a name before `#` without a scheme is not a host.
 * - A page that only its fragment names is not its host.
 * - Numbers are an IPv4 address only as four decimals, except in a URL: a date (`01.11.2026`) is none.
 */
function readSite(written: string, status: ListStatus): Reading {
  const text = IPV6.test(written) ? `[${written}]` : written.replace(/^[*+]\./, '');
  if (NETWORK.test(text)) return { skip: 'network' };
  if (GLUE.test(text) || RULE.test(text)) return { skip: 'not-understood' };
  const hasScheme = /^https?:/i.test(text);
  const url = hasScheme ? text : `http://${text}`;
  const canonical = ledUrl(url)?.replace(/\/\?&*$/, '/') ?? null;
  const read = hasScheme && canonical !== null ? canonical : text;
  if (read.includes('*')) return { skip: 'wildcard' };
  if (!/^\[|\./.test(read) || /^ip[fn]s:/i.test(text))
    return LOCAL_LABEL.test(text) ? { skip: 'inside-network' } : readBareId(text);
  if (MAILBOX.test(text) || (!hasScheme && text.includes('#'))) return { skip: 'not-understood' };
  const name = isTopLevelDomain(text.slice(text.lastIndexOf('.') + 1)) ? null : normalizeContent(text);
  if (name?.type === 'BASENAME') return { asset: name };
  const named = canonical === null ? null : recognizeUrl(url);
  if (canonical === null || named === null) return { skip: 'not-understood' };
  const host = canonical.slice(0, canonical.indexOf('/'));
  const isNumber = !hasScheme && IPV4.test(host) && !text.startsWith(host);
  if (isNumber || (!host.startsWith('[') && !isHostName(host))) return { skip: 'not-understood' };
  const page = withoutPersonal(canonical);
  const [, fragment = ''] = page.includes('#') ? [] : text.split(/#(.*)/s);
  const isAccount = named.type !== 'URL' && named.type !== 'PAGE';
  if (!isAccount && (/^[/!]/.test(fragment) || (fragment !== '' && page === `${host}/`))) return { skip: 'fragment' };
  const isWhole = page === `${host}/` && (!isAccount || isOwnHost(named, host));
  const asset: Asset = isWhole || named.type === 'URL' ? { type: 'URL', content: host } : named;
  if (!isWhole && asset.type === 'URL') return listable({ type: 'PAGE', content: page });
  // Without `www.` too: the front page of a platform is the platform.
  const refusal = listingRefusal(named);
  if (status === 'ALLOWED' && refusal?.reason === 'never-listed') return { asset };
  if (refusal !== null) return { skip: skipOf(refusal) };
  return asset.content === named.content ? { asset } : listable(asset);
}

/** Whether a host is the address of an account, rather than another name for it: `evil.substack.com`, not `evil.t.me`. */
const isOwnHost = (account: Asset, host: string): boolean =>
  linkOf(account) === `https://${host.replace(/^www\./, '')}/`;

function listable(asset: Asset): Reading {
  const refusal = listingRefusal(asset);
  return refusal === null ? { asset } : { skip: skipOf(refusal) };
}

const skipOf = ({ reason }: Refusal): SkipReason => (reason === 'platform-page' ? 'platform' : reason);

function readBareId(text: string): Reading {
  const asset = normalizeContent(text);
  if (asset?.type === 'IPFS') return listable(asset);
  return { skip: LOWERED_CID.test(text) ? 'ipfs-case' : 'not-understood' };
}

function isHostName(host: string): boolean {
  const labels = host.split('.');
  return (
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    (IPV4.test(host) || !/^\d+$/.test(labels.at(-1)!))
  );
}
