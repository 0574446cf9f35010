import { platformsOf, withoutReserved } from '../platform/catalogue.ts';
import type { Asset } from '../type.ts';
import { expressionsOf, wholeSite } from '../url/expression.ts';
import { isNamedByFragment } from '../url/fragment.ts';
import { isIpAddress } from '../url/host/ip.ts';
import { isNeverListedHost } from '../url/host/never-list.ts';
import { isNamedByParameter, isNamingParameter, lookupForm } from '../url/lookup-form.ts';
import { isPublicSuffix } from './public-suffix.ts';
import { isPublishingSite } from './publishing-site.ts';

/** A script or a file that serves a folder; as a script it may serve every page of a site. */
const INDEX = /\/(?:index|default|main)\.([a-z]{2,5})$/i;

/**
 * The expression under which the list holds an asset. Every URL that the asset covers has it among its expressions.
 * - A URL, or the name of a site of ENS at gateways of IPFS: `host/`, without `www.` unless that leaves a public suffix.
 * - A PAGE: `host/path` of its lookup form. It covers the page with and without a final slash, with any query, and
 *   everything below it. The query stays if it tells the page from others: on a front page, for a script that serves
 *   several pages, and on a shared host unless its paths alone name pages. Nor do the views of a document differ.
 * - Everything else: `TYPE:content`.
 *
 * Needs the Public Suffix List, so only the service imports this file; the index does not export it.
 * @param asset with canonical content, as the recognition functions return it
 * @param isApart whether the list treats the host without `www.` differently, so that `www.` stays
 */
export function listedExpression(asset: Asset, isApart = false): string {
  const site = wholeSite(asset);
  if (site !== null) return lookupForm(`${isApart ? site : bareHost(site)}/`);
  if (asset.type !== 'PAGE') return expressionsOf(asset)[0]!;
  const { content } = asset;
  const written = content.indexOf('/');
  const form = lookupForm(isApart ? content : bareHost(content.slice(0, written)) + content.slice(written));
  const [start] = NAMED_BY_START.exec(form) ?? [];
  if (start !== undefined) return start;
  const [page = '', query] = form.split(/\?(.*)/s, 2);
  return query === undefined || isNamedByQuery(page, query) ? form : page;
}

/** The site that a site with `www.` is listed as; null for every other asset. */
export function bareTwin({ type, content }: Asset): Asset | null {
  if (type !== 'URL') return null;
  const bare = bareHost(content);
  return bare === content ? null : { type, content: bare };
}

/** Every expression under which an earlier service may have listed an asset, whatever was shared or allowed then. */
export function formerExpressions(asset: Asset): string[] {
  const now = [listedExpression(asset), listedExpression(asset, true)];
  return [...new Set(asset.type === 'PAGE' ? [...now, ...now.map(withoutQuery), lookupForm(asset.content)] : now)];
}

const withoutQuery = (expression: string): string => expression.replace(/\?.*$/s, '');

const bareHost = (host: string): string => {
  const bare = host.startsWith('www.') ? host.slice('www.'.length) : host;
  return bare !== host && bare.includes('.') && !isIpAddress(bare) && !isPublicSuffix(bare) ? bare : host;
};

/**
 * Documents and folders of Google (https://developers.google.com/workspace/drive/api/guides/manage-sharing) and of
 * OneDrive for companies, designs of Canva and Figma, files of MediaFire: what follows the identifier, and any query, only says how to
 * show it.
 */
const NAMED_BY_START =
  /^(?:[a-z0-9-]+-my\.sharepoint\.com\/:[a-z]:\/[a-z]\/personal\/[^/?]+\/|docs\.google\.com\/(?:document|spreadsheets|presentation|drawings|file)\/d\/(?:e\/)?|drive\.google\.com\/(?:file\/d|drive\/folders)\/)[\w-]{20,}(?=[/?]|$)|^(?:canva\.com\/design|figma\.com\/(?:file|design|proto)|mediafire\.com\/file)\/[\w-]{6,}(?=[/?]|$)/;

/** Hosts of {@link NAMED_BY_PATH} on which the names are not directly below the root. */
const BELOW_ROUTES: ReadonlySet<string> = new Set(
  '1drv.ms canva.com cdn.discord.com dropbox.com figma.com firebasestorage.googleapis.com flowcode.com form.typeform.com gamma.app notion.so sites.google.com tally.so'.split(
    ' ',
  ),
);

/** Hosts on which the path names the page and the query never does: short links, link pages, notes, shared files. */
const NAMED_BY_PATH: ReadonlySet<string> = new Set([
  ...BELOW_ROUTES,
  ...(
    'aka.ms encurtador.com.br scnv.io share.google shorter.gg zfrmz.com zurl.co ' +
    'bit.ly bom.so buff.ly clck.ru cutt.ly da.gd dlvr.it dub.sh goo.su hubs.la hubs.ly ift.tt iplogger.org is.gd kutt.it lnk.ink lnk.to lnkd.in ' +
    'bitly.ws dub.co lihi.cc reurl.cc shorturl.gg shrtco.de tiny.one ow.ly qrco.de rb.gy rebrand.ly s.id shorturl.at snip.ly soo.gd spoo.me surl.li t.co t.ly t2m.io tiny.cc tinyurl.com tny.im tr.ee trib.al u.to ' +
    'ulvis.net urlz.fr v.gd vk.cc x.gd zpr.io allmylinks.com beacons.ai bio.link campsite.bio heylink.me hoo.be link3.to linkbio.co linktr.ee ' +
    'lnk.bio many.link rentry.co solo.to taplink.cc telegra.ph znap.link'
  ).split(' '),
]);

function isNamedByQuery(page: string, query: string): boolean {
  const slash = page.indexOf('/');
  const path = page.slice(slash);
  if (path === '/' || isSharedBelow(page.slice(0, slash))) return true;
  // A redirector leads elsewhere for every query.
  if (/(?:^|[=&])https?:\//i.test(query)) return true;
  const [, ending] = INDEX.exec(path) ?? [];
  // A server sends the same file for every query.
  return ending !== undefined && !/^html?$/i.test(ending) && query.split('&').some(mayNamePage);
}

/** `?topic/5` names a page, `?email=…` names a visitor. */
function mayNamePage(parameter: string): boolean {
  const [name = '', value] = parameter.split('=', 2);
  return value === undefined || isNamingParameter(name.toLowerCase());
}

/** Whether an expression covers the pages of many people on a shared host, rather than a page of one of them. */
export function isSharedRoute(expression: string): boolean {
  const slash = expression.indexOf('/');
  const [host, path] = [expression.slice(0, slash), expression.slice(slash)];
  if (isNamedByFragment(expression)) return true;
  if (!isSharedBelow(host) && !BELOW_ROUTES.has(host)) return false;
  return (
    isRoute(withoutReserved(host, path)) ||
    isNamedByParameter(host, path) ||
    (isOneSite(host) && isRouteOfLanguage(path))
  );
}

/** Whether a host is a site of one operator, where what looks like a language is none of its users. */
const isOneSite = (host: string): boolean =>
  isNeverListedHost(host) || platformsOf(host).some(({ platform, sub }) => sub === '' || !platform.tenants);

/** Whether only a language or a country (`/en-us`, `/gb`), or a route behind one, is in a path. */
function isRouteOfLanguage(path: string): boolean {
  const rest = path.replace(/^\/[a-z]{2}(?:[-_](?:[a-z]{2}|419|hans|hant))?(?=\/|$)/i, '');
  return rest === '' || (rest !== path && isRoute(rest));
}

const isSharedBelow = (host: string): boolean =>
  !NAMED_BY_PATH.has(host) &&
  (isPublishingSite(host) || platformsOf(host).length > 0 || isNeverListedHost(host) || isPublicSuffix(host));

/**
 * Path segments that sites place before the name of the publisher: `/view/NAME`, `/macros/s/ID`, `/v0/b/BUCKET`. Single
 * letters count too, and so do scripts, which serve everybody's pages unless a query names one.
 */
const ROUTE_WORD =
  /^(?:[a-z]|v\d+(?:\.\d+)?|common|dialog|oauth2?|auth|authorize|view|views|sites?|users?|profiles?|people|pages?|posts?|files?|folders?|drive|docs?|document|documents|spreadsheets|presentation|drawings|forms?|macros|share|shared|public|open|embed|ipfs|ipns|apps?|groups?|status|watch|shorts|channel|stories|reels?|links?|go|out|redirect|download|get|raw|gh|npm|wp|blob|tree|invite|viewer|exec|team|teams|space|spaces|projects?|collections?|items?|products?|events?|blog|blogs|article|articles|photos?|albums?|videos?|storage|upload|batch|login|signin|account|accounts|search|url|maps|results?|attachments?|artifacts?|assets?|payments?|invoices?|checkout|clicks?|track|issues|pulls?|discussions|comments?|designs?|proto|boards?|scl|f[io]|sh|to|coin|reviews?|personal|:[a-z]:|[\w-]+\.(?:aspx?|php|jsp|do|cgi))$/i;

/** Whether a path consists of such segments only, so that different people publish below it; false for `/`. */
export const isRoute = (path: string): boolean =>
  path !== '/' &&
  path
    .slice(1)
    .split('/')
    .every((segment) => ROUTE_WORD.test(segment));
