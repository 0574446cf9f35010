import type { AssetType } from '../type.ts';
import { afterLocale, filled, isReserved, matchPlatform, type Place, type PlatformAsset } from './match.ts';
import type { Platform, PlatformHost, Route } from './platform.ts';
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
 * Every platform whose URLs name assets, ordered by frequency in public phishing feeds (../decisions.md). If two share
 * a host, the first matching route wins.
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

/** The platforms of the longest known host that equals a canonical host or is above it; empty if there is none. */
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

/** Maximum number of labels in a platform's host. */
const MAX_LABELS = 5;

/**
 * Start of each of the last labels, longest suffix first. Bounded, so that a host with thousands of labels stays cheap.
 */
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

/** Hosts of all platforms. URLs on and below them may name accounts. */
export const platformHosts = (): string[] => [...new Set(PLATFORMS.flatMap(({ hosts }) => hosts))];

/** Possible URLs of a content of this type (`Platform.links` in platform.ts), most likely first. */
export function linksOf(type: AssetType, content: string): string[] {
  const slash = content.indexOf('/');
  const head = slash < 0 ? content : content.slice(0, slash);
  const tail = slash < 0 ? '' : content.slice(slash + 1);
  return PLATFORMS.filter((platform) => platform.type === type).flatMap((platform) =>
    (platform.links ?? []).map((link) => filled(link, { content, head, tail })),
  );
}

/**
 * Whether a page belongs to the platform itself, with or without a language before it: its front page, a single reserved
 * word (`x.com/home`), or what comes before the names of its users (`youtube.com/live`, `play.google.com/store`).
 * @param path a canonical path with its query
 */
export function isReservedPage(host: string, path: string): boolean {
  if (path.includes('?')) return false;
  const segments = segmentsOf(afterLocale(path, true) ?? path);
  return platformsOf(host).some(
    ({ platform, sub }) =>
      (sub === '' || (!platform.tenants && platform.neutral?.test(sub))) &&
      (segments.length === 0 ||
        (segments.length === 1 && isReserved(platform, segments[0]!)) ||
        platform.routes.some((route) => isBeforeNames(route, segments))),
  );
}

/** A path on a platform without its first segment if that is the platform's own: `/files/1` for `/user-attachments/files/1`. */
export function withoutReserved(host: string, path: string): string {
  const [, first = '', rest = ''] = /^\/([^/?]*)(\/.*)$/s.exec(path) ?? [];
  return rest !== '' && platformsOf(host).some(({ platform }) => isReserved(platform, first)) ? rest : path;
}

/** Whether a path ends where a route goes on with the first name, which may be in the query. `{_}` is no name. */
function isBeforeNames({ path = '/' }: Route, segments: readonly string[]): boolean {
  const parts = segmentsOf(path);
  return (
    segments.length <= parts.length &&
    !parts[segments.length - 1]!.startsWith('{') &&
    segments.every((segment, index) => parts[index] === '{_}' || parts[index]!.toLowerCase() === segment.toLowerCase())
  );
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/**
 * The account, post or package of a platform that a URL names.
 * @param canonical the URL in canonical form
 * @param url the URL as written, because its fragment may matter
 * @returns null if it names none
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
 * The parts of a URL that routes are matched against.
 * @param rest path and query of a canonical URL
 * @param fragment text after `#` in the URL as written
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

/** Percent-decoded text; unchanged if the escapes are not UTF-8. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
