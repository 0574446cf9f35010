/**
 * Proof that small changes to an address do not evade page entries, and that the entries stop no other pages. Takes the addresses of a feed
 * of phishing pages as an import does, with version 1 of the rules and with the current ones, compares what each covers, and counts the
 * platforms in the feed.
 *
 * `npm run proof:pages -- --feed FILE [--half 1|2]`: FILE has one address a line; half 1 is for tuning, half 2 for reporting. Uses the hosts
 * of the public lists and the top sites beside this repository if they exist.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Asset,
  canonicalUrl,
  expressionsOf,
  isSharedHost,
  recognizeUrl,
  urlExpressions,
} from '../../src/asset/index.ts';
import { bareTwin, listedExpression } from '../../src/asset/listing/listed-expression.ts';
import { hostExpressions } from '../../src/asset/url/host/host.ts';
import { isIpAddress } from '../../src/asset/url/host/ip.ts';
import { readHost } from '../../src/service/feature/import/format/host.ts';
import { realHosts } from '../bench/recognition/hosts.ts';
import { printRows, type Row } from '../bench/row.ts';

const { values } = parseArgs({ options: { feed: { type: 'string' }, half: { type: 'string' } } });
if (values.feed === undefined || !existsSync(values.feed)) {
  console.error('Usage: npm run proof:pages -- --feed FILE [--half 1|2], where FILE has one phishing address a line.');
  process.exit(2);
}
const TOP_SITES = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'top-sites-10k.txt');

type Entry = { readonly url: string; readonly asset: Asset };
const rows: Row[] = [];
const note = (group: string, name: string, value: number) => void rows.push({ group, name, value, unit: '' });

const urls = [...new Set(readFileSync(values.feed, 'utf8').split('\n'))]
  .filter((line) => /^https?:/i.test(line))
  .filter(isOfHalf);
const entries = takenEntries(urls);
const pages = entries.filter(({ asset }) => asset.type === 'PAGE');
const before = new Set(entries.map(({ asset }) => firstExpression(asset)));
const after = new Set(entries.map(({ asset }) => listedExpression(asset)));

note('The feed', 'addresses', urls.length);
note('The feed', 'taken as hosts', entries.length - pages.length);
note('The feed', 'taken as pages', pages.length);
note('The feed', 'expressions of version 1', before.size);
note('The feed', 'expressions now', after.size);
countPlatforms();
const lost = provenCoverage();
countDodges();
const strangers = countWidened();
const hits = countTopSites();
printRows(rows);
for (const [title, list] of [
  ['Lost', lost],
  ['Strangers below a page of a shared host', strangers],
  ['Top sites that were no hit before', hits],
] as const)
  for (const line of list.slice(0, 40)) console.log(`${title}: ${line}`);
process.exitCode = lost.length + hits.length > 0 ? 1 : 0;

function isOfHalf(url: string): boolean {
  if (values.half === undefined) return true;
  // By host, so that what is tuned on a host is not reported on it.
  const host = canonicalUrl(url)?.split('/', 1)[0] ?? url;
  return (createHash('sha256').update(host).digest()[0]! & 1) + 1 === Number(values.half);
}

function takenEntries(lines: readonly string[]): Entry[] {
  const skipped = new Map<string, number>();
  const found = lines.flatMap((url): Entry[] => {
    const reading = readHost(url);
    if ('asset' in reading) return [{ url, asset: reading.asset }];
    skipped.set(reading.skip, (skipped.get(reading.skip) ?? 0) + 1);
    return [];
  });
  for (const [reason, count] of skipped) note('The feed', `skipped: ${reason}`, count);
  return found;
}

/** How often each platform is hit, which is the order of their rules. */
function countPlatforms(): void {
  const counts = new Map<string, number>();
  for (const url of urls) {
    const type = recognizeUrl(url)?.type ?? 'URL';
    if (type !== 'URL' && type !== 'PAGE') counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  for (const [type, count] of [...counts].sort(([, one], [, other]) => other - one))
    note('Platforms whose accounts and content the feed names', type, count);
}

/** Every address of the feed, and what lies around it, that version 1 saw is seen now. */
function provenCoverage(): string[] {
  let seen = 0;
  const missing: string[] = [];
  for (const { url } of entries)
    for (const each of [url, ...variants(url).map(([, variant]) => variant)]) {
      if (!firstExpressions(each).some((expression) => before.has(expression))) continue;
      seen++;
      if (!isListed(each)) missing.push(each);
    }
  note('Coverage', 'addresses that version 1 saw', seen);
  note('Coverage', '  of them not seen now', missing.length);
  return missing;
}

/** How many pages are missed once their address is varied, each judged by its own entry alone. */
function countDodges(): void {
  const missed = new Map<string, [before: number, after: number]>();
  for (const { url, asset } of pages)
    for (const [name, variant] of variants(url)) {
      const counts = missed.get(name) ?? [0, 0];
      missed.set(name, counts);
      if (!firstExpressions(variant).includes(firstExpression(asset))) counts[0]++;
      if (!urlExpressions(variant).includes(listedExpression(asset))) counts[1]++;
    }
  for (const [name, [first, now]] of missed) {
    note('Pages that are missed', `${name}, version 1`, first);
    note('Pages that are missed', `${name}, now`, now);
  }
}

function variants(url: string): [name: string, url: string][] {
  const bare = url.replace(/#.*$/s, '');
  const mark = bare.indexOf('?');
  const path = mark < 0 ? bare : bare.slice(0, mark);
  const query = mark < 0 ? '' : bare.slice(mark);
  const { host } = new URL(url);
  // Shared hosts have no such names, and stores of buckets take them for a bucket.
  const twin =
    isShared(url) || isIpAddress(host)
      ? url
      : url.replace(host, () => (host.startsWith('www.') ? host.slice(4) : `www.${host}`));
  return [
    ['with / behind its path', `${path}/${query}`],
    ['with /x behind its path', `${path}/x${query}`],
    ['without its last slash', path.replace(/([^/:])\/+$/, '$1') + query],
    ['with a parameter more', `${bare}${mark < 0 ? '?' : '&'}zz9=1`],
    ['with www, or without', twin],
  ];
}

/** Pages of the feed that a page entry of another one on the same shared host reaches now, and did not before. */
function countWidened(): string[] {
  const byExpression = new Map<string, Entry[]>();
  for (const entry of pages) {
    const expression = listedExpression(entry.asset);
    byExpression.set(expression, [...(byExpression.get(expression) ?? []), entry]);
  }
  let own = 0;
  const others: string[] = [];
  for (const { url, asset } of pages) {
    const first = new Set(firstExpressions(url));
    for (const expression of urlExpressions(url))
      for (const above of byExpression.get(expression) ?? []) {
        if (above.asset.content === asset.content || first.has(firstExpression(above.asset))) continue;
        if (isShared(url)) others.push(`${above.asset.content} reaches ${asset.content}`);
        else own++;
      }
  }
  note('Widened', 'pairs of pages on one host of its own that are one entry now', own);
  note('Widened', 'pairs on a shared host (to be looked at)', others.length);
  note('Widened', 'pages on shared hosts', pages.filter(({ url }) => isShared(url)).length);
  return others;
}

function countTopSites(): string[] {
  if (!existsSync(TOP_SITES)) {
    console.error('The top sites are not there: no false alarms were counted.');
    return [];
  }
  const hosts: Asset[] = (realHosts() ?? []).flatMap((host) => {
    const reading = readHost(host);
    return 'asset' in reading ? [reading.asset] : [];
  });
  const sites = readFileSync(TOP_SITES, 'utf8').split('\n').filter(Boolean);
  const popular = new Set(sites);
  const first = new Set([...before, ...hosts.map(firstExpression)]);
  const isApart = (asset: Asset) => popular.has(bareTwin(asset)?.content ?? '');
  const now = new Set([...after, ...hosts.map((asset) => listedExpression(asset, isApart(asset)))]);
  const visited = sites.flatMap((site) => [
    `https://${site}/`,
    `https://www.${site}/`,
    `https://${site}/index.html?id=1`,
  ]);
  const seen = visited.filter((url) => urlExpressions(url).some((expression) => now.has(expression)));
  const added = seen.filter((url) => !firstExpressions(url).some((expression) => first.has(expression)));
  note('Top sites', 'entries of the public lists', hosts.length);
  note('Top sites', 'visits', visited.length);
  note(
    'Top sites',
    'hits, version 1',
    visited.filter((url) => firstExpressions(url).some((each) => first.has(each))).length,
  );
  note('Top sites', 'hits now', seen.length);
  note('Top sites', 'hits now that were none', added.length);
  return added;
}

function isShared(url: string): boolean {
  const host = canonicalUrl(url)?.split('/', 1)[0] ?? '';
  return hostExpressions(host).some((each) => isSharedHost(each)) || 'skip' in readHost(host);
}

function isListed(url: string): boolean {
  return urlExpressions(url).some((expression) => after.has(expression));
}

/** The expression that listed an asset in version 1 of the rules. */
function firstExpression(asset: Asset): string {
  if (asset.type === 'URL') return `${asset.content}/`;
  return asset.type === 'PAGE' ? asset.content : expressionsOf(asset)[0]!;
}

/** The expressions of version 1 of the rules (Safe Browsing, "Suffix/prefix expressions"). */
function firstExpressions(url: string): string[] {
  const canonical = canonicalUrl(url);
  if (canonical === null) return [];
  const slash = canonical.indexOf('/');
  const [path = '', query] = canonical.slice(slash).split(/\?(.*)/s, 2);
  const folders = path.split('/').slice(0, -1).slice(0, 4);
  const paths = new Set([
    ...(query === undefined ? [] : [`${path}?${query}`]),
    path,
    ...folders.map((_, index) => `${folders.slice(0, index + 1).join('/')}/`),
  ]);
  return hostExpressions(canonical.slice(0, slash)).flatMap((host) => [...paths].map((each) => host + each));
}
