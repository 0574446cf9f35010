import { linkedPage } from './dns-link.ts';
import { siteOf } from './host/host.ts';
import { namesReader } from './personal.ts';
import { isShowingOthers, shownPage } from './shown-page.ts';

/** `www.` before six labels or more, which are longer than the suffixes of their host that are asked about. */
const DEEP_WWW = /^(?:www\.(?=(?:[^./]+\.){5}[^./]))+/;

/**
 * The form of a URL from which its expressions are cut: the page that it leads to (shown-page.ts, dns-link.ts), host and
 * path under the canonical name of their store, without `www.` before six labels or more, no final slash except for `/`,
 * and only the query parameters that name the page. All URLs of one page have the same form, and the function is
 * idempotent.
 * @param written a canonical form, `host/path?query`
 */
export function lookupForm(written: string): string {
  let shown = written;
  let site = siteOf(shown, shown.indexOf('/'));
  if (isShowingOthers(site) || shown.includes('ipns')) {
    shown = linkedPage(shownPage(shown));
    site = siteOf(shown, shown.indexOf('/'));
  }
  const canonical = shown.startsWith('www.') ? shown.replace(DEEP_WWW, '') : shown;
  const slash = canonical.indexOf('/');
  const mark = canonical.indexOf('?', slash);
  const end = mark < 0 ? canonical.length : mark;
  const bare = end - slash > 1 && canonical.charCodeAt(end - 1) === 47 ? end - 1 : end;
  const store = STORES.get(site);
  // Most URLs are their own form or a prefix of it; building a new string costs more.
  if (store === undefined && mark < 0) return bare === canonical.length ? canonical : canonical.slice(0, bare);
  const path = canonical.slice(slash, bare);
  if (store === undefined) {
    const given = canonical.slice(mark + 1);
    const query = namingQuery(site, path, given);
    if (query === '') return canonical.slice(0, bare);
    return query === given && bare === end ? canonical : `${canonical.slice(0, bare)}?${query}`;
  }
  const given = mark < 0 ? '' : canonical.slice(mark + 1);
  const [host, page, rest = given] = inOneStore(store, canonical.slice(0, slash), path, site, given);
  const query = rest === '' ? '' : namingQuery(siteOf(host, host.length), page, rest);
  return query === '' ? host + page : `${host}${page}?${query}`;
}

/**
 * Parameters that name the page on any site if its path does not: an identifier, an address, a file. If one of them is
 * present, the others only affect how the page is shown and are dropped, so that adding one does not make another page.
 * Single letters are conventional names (`?v=`, `?u=`, `?q=`, `?p=`).
 */
const NAMING = words(
  'uri link target goto to redirect redir dest destination next continue page path file filename folder doc document code key hash name user ' +
    'username title slug list route act action view module option task do cmd item article post thread topic story photo album share form query ' +
    'search site channel',
);

/**
 * Tracking parameters (documentation of Google Analytics, Google Ads, Microsoft Advertising, Meta, X, TikTok, Yandex,
 * Mailchimp, HubSpot) and session identifiers. They never name a page. Parameters that begin with `utm_` count too.
 */
const TRACKING = words(
  'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ttclid twclid igshid igsh mc_cid mc_eid _ga _gl _hsenc _hsmi srsltid phpsessid ' +
    'jsessionid session_id sessionid',
);

/**
 * Pages whose naming parameters are known: the last two labels of the host, the path, and the parameters.
 * - https://developers.google.com/youtube/player_parameters: the video is `v`; a playlist beside it only selects the next video.
 * - https://developers.google.com/workspace/drive/api/guides/manage-sharing
 * - https://developer.android.com/distribute/marketing-tools/linking-to-google-play
 * - https://developers.facebook.com/docs/sharing/reference/share-dialog
 * - Microsoft Forms; an envelope of Docusign; links of Mailchimp and SendGrid, whose further parameters name the reader.
 */
const KNOWN = new Map(
  (
    'youtube.com/watch?v youtube.com/playlist?list google.com/open?id google.com/uc?id google.com/store/apps/details?id facebook.com/sharer/sharer.php?u ' +
    'facebook.com/profile.php?id office.com/Pages/ResponsePage.aspx?id docusign.net/Signing/EmailStart.aspx?a list-manage.com/track/click?u,id ' +
    'sendgrid.net/ls/click?upn sendgrid.net/wf/click?upn'
  )
    .split(' ')
    .map((page) => page.split('?'))
    .map(([page = '', parameters = '']) => [page, parameters.split(',')] as const),
);

/** Whether a parameter names the pages of a path, so that the path alone stands for all of them (see KNOWN). */
export const isNamedByParameter = (host: string, path: string): boolean => KNOWN.has(siteOf(host, host.length) + path);

/**
 * The part of a query that names a page: its naming parameters, sorted.
 * - On a known page, those that name it (see KNOWN), of several with one name the first.
 * - Else the conventional ones, if any is present.
 * - Else all but tracking parameters. If there are no others on the front page of a site, the tracking parameters stay,
 *   because nothing else would tell the page from the site.
 * @param site the host's last two labels, for example `youtube.com`
 * @param path for example `/watch`
 * @param query the text after `?`
 */
function namingQuery(site: string, path: string, query: string): string {
  const known = KNOWN.get(site + path);
  const kept: string[] = [];
  const named: string[] = [];
  const pairs = query.split('&');
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = (equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
    if (pair === '' || name.startsWith('utm_') || TRACKING.has(name) || namesReader(pair)) continue;
    kept.push(pair);
    if (equals === pair.length - 1) continue;
    if (known === undefined ? isNamingParameter(name) : known.includes(name) && !named.some(isSame(name)))
      named.push(pair);
  }
  if (known !== undefined || named.length > 0) return inOrder(named);
  return inOrder(kept.length > 0 || path !== '/' ? kept : pairs.filter((pair) => pair !== ''));
}

const isSame = (name: string) => (pair: string) => pair.toLowerCase().startsWith(`${name}=`);

/** Most are sorted already: the check takes a fifth of the time of sorting. */
function inOrder(pairs: readonly string[]): string {
  const isSorted = pairs.every((pair, index) => index === 0 || pairs[index - 1]! < pair);
  return (isSorted ? pairs : [...new Set(pairs)].sort()).join('&');
}

/** Whether a parameter names a page by convention. @param name in lower case */
export const isNamingParameter = (name: string): boolean =>
  name.length === 1 ? name >= 'a' && name <= 'z' : name.endsWith('id') || name.endsWith('url') || NAMING.has(name);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/**
 * A store whose buckets have two addresses, `endpoint/bucket/object` and `bucket.endpoint/object`: a pattern for the
 * endpoint at the end of a host, and the one name of all its endpoints. Default: each has its own, without `cdn`.
 */
type BucketStore = readonly [endpoint: RegExp, name?: string];

/**
 * Converts the host and the path of a site to the canonical name of the page; the query too, where a part of it moves
 * into the path.
 */
type PageForm = (host: string, path: string, query: string) => [host: string, path: string, query?: string];

/** Some hosts of a site under the name of another one, which serves the same paths. */
const renamed =
  (names: Readonly<Record<string, string>>): PageForm =>
  (host, path) => [names[host] ?? host, path];

/**
 * By the last two labels of a host: another name of the site, if every path exists under both names (labels before
 * these two are kept); or how its buckets are addressed; or the canonical name of its pages.
 */
const STORES: ReadonlyMap<string, string | BucketStore | PageForm> = new Map<string, string | BucketStore | PageForm>([
  ['google.com', googlePage],
  // https://github.com/mercuree/html-telegraph-poster (posts to graph.org with the API of telegra.ph); te.legra.ph is a
  // third name.
  ['graph.org', 'telegra.ph'],
  ['legra.ph', 'telegra.ph'],
  // https://techqu.com/2009/09/04/bit-ly-launches-new-url-shortener: "the domain names are interchangeable"
  ['j.mp', 'bit.ly'],
  // https://core.telegram.org/api/links: t.me, telegram.me and telegram.dog are equivalent.
  ['telegram.me', 't.me'],
  ['telegram.dog', 't.me'],
  // https://help.x.com/en/using-x/x-supported-browsers: x.com since May 2024; every twitter.com URL redirects there.
  ['twitter.com', 'x.com'],
  // https://discord.com/developers/docs/change-log (2020, the domain moved with all paths); attachments have two hosts.
  ['discordapp.com', 'discord.com'],
  ['discordapp.net', renamed({ 'media.discordapp.net': 'cdn.discord.com' })],
  // Help centers of Dropbox ("Force a shared link to download"), Yandex Disk and Microsoft ("Forms has moved")
  ['dropboxusercontent.com', renamed({ 'dl.dropboxusercontent.com': 'dropbox.com' })],
  ['dropbox.com', renamed({ 'dl.dropbox.com': 'dropbox.com' })],
  ['yadi.sk', 'disk.yandex.com'],
  ['yandex.ru', renamed({ 'disk.yandex.ru': 'disk.yandex.com' })],
  [
    'cloud.microsoft',
    renamed({ 'forms.cloud.microsoft': 'forms.office.com', 'sway.cloud.microsoft': 'sway.office.com' }),
  ],
  // Further names of one site: VK (2022), Genially (2023), https://archive.today (mirrors)
  ['vk.ru', 'vk.com'],
  ['genial.ly', 'genially.com'],
  ...['archive.is', 'archive.today', 'archive.li', 'archive.vn', 'archive.md', 'archive.fo'].map(
    (name) => [name, 'archive.ph'] as const,
  ),
  ['arweave.net', arweavePage],
  // A file of a repository as a page and alone (GitLab, "Repository files"; Forgejo, "Repository"; Bitbucket Cloud)
  ...['gitlab.com', 'bitbucket.org', 'codeberg.org', 'gitea.com', 'gitee.com'].map((name): [string, PageForm] => [
    name,
    (host, path) => [host, path.replace(/\/(?:blob|raw|src|blame|media)\//, '/blob/')],
  ]),
  // https://pastebin.com/doc_api: the text of a note alone, as a file, and within another page.
  ['pastebin.com', (host, path) => [host, path.replace(/^\/(?:raw|dl|print|embed(?:_js)?)(?=\/.)/, '')]],
  // https://eth-limo.gitbook.io/documentation/introduction/what-is-eth.limo/gateway-basics: one gateway, two names.
  ['eth.link', 'eth.limo'],
  // https://rentry.co/verify-guide and https://rentry.org/verify-guide are the same page.
  ['rentry.org', 'rentry.co'],
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html; bucket names are unique across all
  // regions.
  [
    'amazonaws.com',
    [
      /(?:^|\.)s3(?:-website|-accelerate|-fips|-external-1)?(?:[.-]dualstack)?(?:[.-][a-z]{2}(?:-[a-z]+)+-\d)?\.amazonaws\.com$/,
      's3.amazonaws.com',
    ],
  ],
  // https://cloud.google.com/storage/docs/request-endpoints
  ['googleapis.com', [/(?:^|\.)(?:commondata)?storage\.googleapis\.com$/, 'storage.googleapis.com']],
  // https://docs.digitalocean.com/products/spaces/reference/s3-compatibility/
  ['digitaloceanspaces.com', [/(?:^|\.)[a-z]{3}\d(?:\.cdn)?\.digitaloceanspaces\.com$/]],
  // https://techdocs.akamai.com/cloud-computing/docs/access-buckets-and-files-through-urls
  ['linodeobjects.com', [/(?:^|\.)[a-z]{2}-[a-z]+-\d\.linodeobjects\.com$/]],
  // https://docs.wasabi.com/docs/what-are-the-service-urls-for-wasabis-different-storage-regions
  ['wasabisys.com', [/(?:^|\.)s3(?:\.[a-z]{2}-[a-z]+-\d)?\.wasabisys\.com$/]],
  // https://www.backblaze.com/docs/cloud-storage-call-the-s3-compatible-api
  ['backblazeb2.com', [/(?:^|\.)s3\.[a-z]{2}-[a-z]+-\d{3}\.backblazeb2\.com$/]],
  // https://cloud.ibm.com/docs/cloud-object-storage?topic=cloud-object-storage-endpoints
  ['appdomain.cloud', [/(?:^|\.)s3\.(?:[a-z]+-)*[a-z]+\.cloud-object-storage\.appdomain\.cloud$/]],
  // https://www.scaleway.com/en/docs/object-storage/api-cli/bucket-operations/
  ['scw.cloud', [/(?:^|\.)s3\.[a-z]{2}-[a-z]{3}\.scw\.cloud$/]],
]);

/** A subdomain that remains after the replacement and that the site does not have. */
const LEFT_OVER = /^te\.(?=telegra\.ph$)/;

/** A bucket that can be the first labels of a host. The first path segments of a store's own API are not buckets. */
const BUCKET = /^\/(?!(?:storage|download|upload|batch)\/)([a-z0-9](?:[a-z0-9_-]|\.(?!\.)){1,61}[a-z0-9])(?=\/|$)/;

/**
 * The canonical name of a page that its store serves under several: equivalent sites, buckets in the path or in the
 * host, the number of the signed-in account. Idempotent.
 * @param host a canonical host
 * @param path its canonical path without a query and without a final slash, or `/`
 * @param site the last two labels of the host
 */
function inOneStore(
  store: string | BucketStore | PageForm,
  host: string,
  path: string,
  site: string,
  query: string,
): [host: string, path: string, query?: string] {
  if (typeof store === 'string') return [(host.slice(0, -site.length) + store).replace(LEFT_OVER, ''), path];
  return typeof store === 'function' ? store(host, path, query) : asBucketHost(store, host, path);
}

const GOOGLE_STORE: BucketStore = [/^storage\.googleapis\.com$/];

/**
 * A page of Google: an object of Cloud Storage under the name for signed-in accounts
 * (https://cloud.google.com/storage/docs/request-endpoints), a file or folder of Drive by its number, or any other.
 */
function googlePage(host: string, path: string, query: string): [host: string, path: string, query?: string] {
  if (host === 'storage.cloud.google.com') return asBucketHost(GOOGLE_STORE, 'storage.googleapis.com', path);
  const page = withoutAccountNumber(path);
  const named = DRIVE_PATH.exec(host + page)?.[0];
  if (named !== undefined) return ['drive.google.com', `/file/d/${(host + page).slice(named.length)}`];
  const [, id] = (DRIVE_ROUTE.test(host + page) && /(?:^|&)id=([\w-]{20,})/.exec(query)) || [];
  return id === undefined ? [host, page] : ['drive.google.com', `/file/d/${id}`, ''];
}

/** Where a path, or a parameter, numbers a file, a folder or a document: one row of numbers for all of Drive. */
const DRIVE_PATH =
  /^(?:drive\.google\.com\/drive\/(?:mobile\/)?folders|docs\.google\.com\/(?:document|spreadsheets|presentation|drawings|file)\/d)\/(?=[\w-]{20,})/;
const DRIVE_ROUTE = /^(?:d(?:rive|ocs)|drive\.usercontent)\.google\.com\/(?:open|uc|download|folderview)$/;

/** A transaction of Arweave at its own host, to which gateways redirect (AR.IO, "Sandboxing"): its bytes in base 32. */
function arweavePage(host: string, path: string): [host: string, path: string] {
  const [, id] = /^\/([\w-]{43})(?=\/|$)/.exec(path) ?? [];
  if (id === undefined || host !== 'arweave.net') return [host, path];
  const bits = Array.from(atob(id.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
    byte.charCodeAt(0).toString(2).padStart(8, '0'),
  ).join('');
  const digits = bits.padEnd(Math.ceil(bits.length / 5) * 5, '0').match(/.{5}/g)!;
  return [
    `${digits.map((five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five, 2)]).join('')}.arweave.net`,
    path,
  ];
}

/** A Google path without `/u/0`: the number only selects one of several signed-in accounts. */
function withoutAccountNumber(path: string): string {
  if (!path.includes('/u/')) return path;
  const kept: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    if (kept.at(-1) === 'u' && /^\d{1,2}$/.test(segment)) kept.pop();
    else kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

function asBucketHost([endpoint, name]: BucketStore, host: string, path: string): [host: string, path: string] {
  const found = endpoint.exec(host);
  if (!found) return [host, path];
  const store = name ?? host.slice(found.index).replace(/^\./, '').replace('.cdn.', '.');
  const before = host.slice(0, found.index);
  if (before !== '') return [`${before}.${store}`, path];
  const bucket = BUCKET.exec(path);
  if (!bucket) return [store, path];
  return [`${bucket[1]}.${store}`, path.slice(bucket[0].length) || '/'];
}
