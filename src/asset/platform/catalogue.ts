import type { AssetType } from '../type.ts';
import { filled, matchPlatform, type Place, type PlatformAsset } from './match.ts';
import type { Platform, PlatformHost } from './platform.ts';
import { ADVERTISEMENT } from './rule/advertisement.ts';
import { APP_STORE } from './rule/app-store.ts';
import { COMMUNITY } from './rule/community.ts';
import { EXPLORER } from './rule/explorer.ts';
import { MESSENGER } from './rule/messenger.ts';
import { PUBLISHING } from './rule/publishing.ts';
import { SOCIAL } from './rule/social.ts';
import { SOFTWARE } from './rule/software.ts';
import { TRADE } from './rule/trade.ts';
import { VIDEO } from './rule/video.ts';
import { WEB3 } from './rule/web3.ts';

/**
 * Every platform whose addresses name assets, in the order in which public phishing feeds hit them (../decisions.md). Where two share a host,
 * the first whose route matches wins.
 */
export const PLATFORMS: readonly Platform[] = [
  ...WEB3,
  ...TRADE,
  ...SOFTWARE,
  ...APP_STORE,
  ...ADVERTISEMENT,
  ...SOCIAL,
  ...MESSENGER,
  ...VIDEO,
  ...COMMUNITY,
  ...PUBLISHING,
  ...EXPLORER,
];

const NEUTRAL = /^(?:www\d?|m|mobile|web)$/;

let index: Map<string, Platform[]> | undefined;

/** The platforms of the longest known host that a canonical host equals or lies below; empty for a host of nobody's. */
export function platformsOf(host: string): PlatformHost[] {
  index ??= indexed();
  for (const start of suffixStarts(host)) {
    const known = host.slice(start);
    const platforms = index.get(known);
    if (!platforms) continue;
    const sub = start === 0 ? '' : host.slice(0, start - 1);
    return platforms.map((platform) => ({ platform, host: known, sub: ownSub(sub) }));
  }
  return [];
}

/** No platform's host has more labels. */
const MAX_LABELS = 5;

/** Where in a host its last labels begin, the longest end first: a host of thousands of labels is not read thousands of times. */
function suffixStarts(host: string): number[] {
  const starts: number[] = [];
  for (let end = host.length; starts.length < MAX_LABELS && end >= 0; ) {
    const dot = end === 0 ? -1 : host.lastIndexOf('.', end - 1);
    starts.unshift(dot + 1);
    end = dot;
  }
  return starts;
}

function ownSub(sub: string): string {
  if (sub === '' || NEUTRAL.test(sub)) return '';
  return sub.startsWith('www.') ? sub.slice(4) : sub;
}

function indexed(): Map<string, Platform[]> {
  const hosts = new Map<string, Platform[]>();
  for (const platform of PLATFORMS)
    for (const host of platform.hosts) hosts.set(host, [...(hosts.get(host) ?? []), platform]);
  return hosts;
}

/** Every platform's hosts: addresses on them and below them may name accounts. */
export const platformHosts = (): string[] => [...new Set(PLATFORMS.flatMap(({ hosts }) => hosts))];

/** The addresses that a content of this type may have (platform.ts, Platform.links), the likeliest first. */
export function linksOf(type: AssetType, content: string): string[] {
  const slash = content.indexOf('/');
  const head = slash < 0 ? content : content.slice(0, slash);
  const tail = slash < 0 ? '' : content.slice(slash + 1);
  return PLATFORMS.filter((platform) => platform.type === type).flatMap((platform) =>
    platform.links.map((link) => filled(link, { content, head, tail })),
  );
}

/**
 * Whether a page is one of a platform's own: below its host, and nothing in its path but a reserved word, for example `x.com/home`.
 * @param path a canonical path with its query
 */
export function isReservedPage(host: string, path: string): boolean {
  const segments = path
    .split('?', 1)[0]!
    .split('/')
    .filter((segment) => segment !== '');
  const [first] = segments;
  if (first === undefined || segments.length > 1 || path.includes('?')) return false;
  return platformsOf(host).some(({ platform, sub }) => sub === '' && platform.reserved?.includes(first.toLowerCase()));
}

/**
 * The account, post or package of a platform that a web address names.
 * @param canonical the address in its canonical form
 * @param url as it was written: its fragment may tell
 * @returns null where it names none
 */
export function platformAssetOf(
  canonical: string,
  url: string,
  platforms: readonly PlatformHost[] = platformsOf(canonical.slice(0, canonical.indexOf('/'))),
): PlatformAsset | null {
  if (platforms.length === 0) return null;
  const place = placeOf(canonical.slice(canonical.indexOf('/')), fragmentOf(url));
  for (const platform of platforms) {
    const found = matchPlatform(platform, place);
    if (found) return found;
  }
  return null;
}

function fragmentOf(url: string): string {
  const mark = url.indexOf('#');
  return mark < 0
    ? ''
    : url
        .slice(mark + 1)
        .replace(/[\t\r\n]/g, '')
        .trimEnd();
}

/**
 * What a platform's routes look at in an address.
 * @param rest the path and query of a canonical address
 * @param fragment what followed `#` in the address as it was written
 */
function placeOf(rest: string, fragment: string): Place {
  const mark = rest.indexOf('?');
  return {
    path: decoded(mark < 0 ? rest : rest.slice(0, mark)),
    query: queryOf(mark < 0 ? '' : rest.slice(mark + 1)),
    fragment: decoded(fragment),
  };
}

function queryOf(query: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  if (query === '') return values;
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    if (!values.has(name)) values.set(name, equals < 0 ? '' : decoded(pair.slice(equals + 1)));
  }
  return values;
}

/** Text without its escapes; as it stands where they are not UTF-8. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
