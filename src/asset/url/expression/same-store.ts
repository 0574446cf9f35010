/**
 * Where buckets of one store are reached, `endpoint/bucket/object` as well as `bucket.endpoint/object`: a pattern of the endpoint at the end
 * of a host, and its one name.
 */
type BucketStore = { readonly endpoint: RegExp; readonly name: (endpoint: string) => string };

const regional = (endpoint: RegExp): BucketStore => ({ endpoint, name: (written) => written });

/**
 * By the last two labels of a host: the other name of a site, where what lies under either lies under the other with the same path and what
 * stands before the two labels stays; or how its buckets are reached.
 */
const STORES: ReadonlyMap<string, string | BucketStore> = new Map<string, string | BucketStore>([
  // https://github.com/mercuree/html-telegraph-poster (posts to graph.org by the API of telegra.ph); te.legra.ph is a third name.
  ['graph.org', 'telegra.ph'],
  ['legra.ph', 'telegra.ph'],
  // https://techqu.com/2009/09/04/bit-ly-launches-new-url-shortener: "the domain names are interchangeable"
  ['j.mp', 'bit.ly'],
  // https://core.telegram.org/api/links: t.me, telegram.me and telegram.dog are one.
  ['telegram.me', 't.me'],
  ['telegram.dog', 't.me'],
  // https://help.x.com/en/using-x/x-supported-browsers: x.com since May 2024; every twitter.com address leads there.
  ['twitter.com', 'x.com'],
  // https://discord.com/developers/docs/change-log (2020, the domain moved with all paths)
  ['discordapp.com', 'discord.com'],
  // https://rentry.co/verify-guide and https://rentry.org/verify-guide are one page.
  ['rentry.org', 'rentry.co'],
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html; names of buckets are unique over all regions.
  [
    'amazonaws.com',
    {
      endpoint:
        /(?:^|\.)s3(?:-website|-accelerate|-fips)?(?:[.-]dualstack)?(?:[.-][a-z]{2}(?:-[a-z]+)+-\d)?\.amazonaws\.com$/,
      name: () => 's3.amazonaws.com',
    },
  ],
  // https://cloud.google.com/storage/docs/request-endpoints
  [
    'googleapis.com',
    { endpoint: /(?:^|\.)(?:commondata)?storage\.googleapis\.com$/, name: () => 'storage.googleapis.com' },
  ],
  // https://docs.digitalocean.com/products/spaces/reference/s3-compatibility/
  [
    'digitaloceanspaces.com',
    {
      endpoint: /(?:^|\.)[a-z]{3}\d(?:\.cdn)?\.digitaloceanspaces\.com$/,
      name: (endpoint) => endpoint.replace('.cdn.', '.'),
    },
  ],
  // https://techdocs.akamai.com/cloud-computing/docs/access-buckets-and-files-through-urls
  ['linodeobjects.com', regional(/(?:^|\.)[a-z]{2}-[a-z]+-\d\.linodeobjects\.com$/)],
  // https://docs.wasabi.com/docs/what-are-the-service-urls-for-wasabis-different-storage-regions
  ['wasabisys.com', regional(/(?:^|\.)s3(?:\.[a-z]{2}-[a-z]+-\d)?\.wasabisys\.com$/)],
  // https://www.backblaze.com/docs/cloud-storage-call-the-s3-compatible-api
  ['backblazeb2.com', regional(/(?:^|\.)s3\.[a-z]{2}-[a-z]+-\d{3}\.backblazeb2\.com$/)],
  // https://cloud.ibm.com/docs/cloud-object-storage?topic=cloud-object-storage-endpoints
  ['appdomain.cloud', regional(/(?:^|\.)s3\.(?:[a-z]+-)*[a-z]+\.cloud-object-storage\.appdomain\.cloud$/)],
  // https://www.scaleway.com/en/docs/object-storage/api-cli/bucket-operations/
  ['scw.cloud', regional(/(?:^|\.)s3\.[a-z]{2}-[a-z]{3}\.scw\.cloud$/)],
]);

/** A subdomain that STORES leave over and that its site does not have. */
const LEFT_OVER = /^te\.(?=telegra\.ph$)/;

/** A bucket that can be a host's first labels; the first segments of a store's own interfaces are none. */
const BUCKET = /^\/(?!(?:storage|download|upload|batch)\/)([a-z0-9](?:[a-z0-9_-]|\.(?!\.)){1,61}[a-z0-9])(?=\/|$)/;

/**
 * The one name of a page that its store shows under several: twins of a site, buckets as a path or as a host, the number of the account that
 * is signed in. The result of a result is the same.
 * @param host a canonical host
 * @param path its canonical path without a query and without a slash at its end, or `/`
 * @param site the last two labels of the host
 */
export function inOneStore(host: string, path: string, site: string): [host: string, path: string] {
  const store = STORES.get(site);
  if (typeof store === 'string') return [(host.slice(0, -site.length) + store).replace(LEFT_OVER, ''), path];
  if (store !== undefined) return asBucketHost(store, host, path);
  return [host, site === 'google.com' && path.includes('/u/') ? withoutAccountNumber(path) : path];
}

/** A path of Google without `/u/0`, which says which of several signed-in accounts opens it and leads to the same page. */
function withoutAccountNumber(path: string): string {
  const kept: string[] = [];
  for (const segment of path.slice(1).split('/')) {
    if (kept.at(-1) === 'u' && /^\d{1,2}$/.test(segment)) kept.pop();
    else kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

function asBucketHost({ endpoint, name }: BucketStore, host: string, path: string): [host: string, path: string] {
  const found = endpoint.exec(host);
  if (!found) return [host, path];
  const written = host.slice(found.index).replace(/^\./, '');
  const before = host.slice(0, found.index);
  if (before !== '') return [`${before}.${name(written)}`, path];
  const bucket = BUCKET.exec(path);
  if (!bucket) return [name(written), path];
  return [`${bucket[1]}.${name(written)}`, path.slice(bucket[0].length) || '/'];
}
