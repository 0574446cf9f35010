import type { AssetType } from '../type.ts';
import { type Platform, type PlatformHost, type Route, words } from './platform.ts';

/** What routes are matched against. Everything is decoded; the path has no query. */
export type Place = { readonly path: string; readonly query: ReadonlyMap<string, string>; readonly fragment: string };

/**
 * What a platform's URL names: its content, null for a page to which anybody may upload, and the contents of the accounts
 * that own it.
 */
export type PlatformAsset = {
  readonly type: AssetType;
  readonly content: string | null;
  readonly owners: readonly string[];
};

type Matcher = {
  readonly route: Route;
  readonly sub: RegExp | undefined;
  readonly path: RegExp | undefined;
  readonly fragment: RegExp | undefined;
  readonly query: readonly (readonly [name: string, value: RegExp])[];
  /** The part that names an account and could also be one of the platform's own pages. */
  readonly account: string | undefined;
};

const MATCHERS = new WeakMap<Platform, readonly Matcher[]>();

/**
 * The asset of the first matching route; null if the URL names none. Skips a language before the path, as in
 * `/de-DE/collection/x`.
 */
export function matchPlatform(at: PlatformHost, place: Place): PlatformAsset | null {
  const found = matchPlace(at, place);
  if (found) return found;
  const path = afterLocale(place.path, at.platform.localized === true);
  return path === null ? null : matchPlace(at, { ...place, path });
}

function matchPlace({ platform, host, sub }: PlatformHost, place: Place): PlatformAsset | null {
  for (const matcher of matchersOf(platform)) {
    const parts = partsOf(matcher, platform, sub, place);
    if (!parts) continue;
    const { route } = matcher;
    const owners = route.owner?.split(' ').map((owner) => filled(owner, parts)) ?? [];
    if (route.content === undefined) return { type: platform.type, content: null, owners };
    const written = filled(route.content, { ...parts, host });
    const content = route.form ? route.form(written) : written;
    if (content) return { type: platform.type, content, owners };
  }
  return null;
}

function matchersOf(platform: Platform): readonly Matcher[] {
  let matchers = MATCHERS.get(platform);
  if (!matchers) {
    matchers = platform.routes.map((route) => matcherOf(route, platform.shapes));
    MATCHERS.set(platform, matchers);
  }
  return matchers;
}

function matcherOf(route: Route, shapes: Platform['shapes']): Matcher {
  return {
    route,
    sub: route.sub === undefined ? undefined : patternOf(route.sub, shapes, 'sub'),
    path: route.path === undefined ? undefined : patternOf(route.path, shapes),
    fragment: route.fragment === undefined ? undefined : patternOf(route.fragment, shapes),
    query: Object.entries(route.query ?? {}).map(
      ([name, value]) => [name, new RegExp(`^(?:${value})$`, 'iu')] as const,
    ),
    account: (/^\/\{(\w+)\}/.exec(route.path ?? '') ?? /^\{(\w+)\}$/.exec(route.sub ?? ''))?.[1],
  };
}

function partsOf(matcher: Matcher, platform: Platform, sub: string, place: Place): Record<string, string> | null {
  const parts: Record<string, string> = {};
  const take = (pattern: RegExp | undefined, text: string): boolean => {
    if (!pattern) return true;
    const found = pattern.exec(text);
    if (found) Object.assign(parts, found.groups);
    return found !== null;
  };
  if (!matcher.sub && sub !== '' && !platform.neutral?.test(sub)) return null;
  if (!take(matcher.sub, sub) || !take(matcher.path, place.path) || !take(matcher.fragment, place.fragment))
    return null;
  for (const [name, pattern] of matcher.query) {
    const value = place.query.get(name);
    if (value === undefined || !pattern.test(value)) return null;
    parts[name] = value;
  }
  const account = matcher.account === undefined ? undefined : parts[matcher.account];
  const isNone = (name: string) => isReserved(platform, name) || isLocale(name, platform.localized === true);
  return account !== undefined && isNone(account) ? null : parts;
}

/**
 * Names of scripts, and the words that platforms have in common for signing people in and leading them out: no platform of
 * the catalogue gives them to an account.
 */
const NEVER_ACCOUNTS =
  /^(?:login|logout|signin|signup|register|oauth2?|redirect|offsite|.*\.(?:php|html?|aspx?|jsp|cgi))$/i;

/** Whether a first path segment or subdomain belongs to the platform itself and is never an account. */
export const isReserved = ({ reserved }: Platform, name: string): boolean =>
  NEVER_ACCOUNTS.test(name) || reserved?.includes(name.toLowerCase()) === true;

/** A path segment without a slash, a space, remaining escapes, or characters that a URL cannot contain. */
const SEGMENT = '[^/\\s?#%<>"\\\\]+';
const LABEL = '[^./]+';

/**
 * Compiles a template (`Route` in platform.ts) to a regular expression: anchored at both ends, case-insensitive, and
 * without nested repetition, so that it takes linear time.
 * @param kind `sub` for host labels, where a part never spans a dot; `path` for paths and fragments, which may end with
 * a slash
 */
export function patternOf(
  template: string,
  shapes: Readonly<Record<string, string>> = {},
  kind: 'path' | 'sub' = 'path',
): RegExp {
  const open = template.endsWith('/**');
  const part = kind === 'sub' ? LABEL : SEGMENT;
  const source = (open ? template.slice(0, -3) : template)
    .split(/(\{[^}]*\})/)
    .map((piece) => (piece.startsWith('{') ? groupOf(piece.slice(1, -1), part, shapes) : escaped(piece)))
    .join('');
  const end = kind === 'sub' ? '' : open ? '(?:/.*)?' : '/?';
  return new RegExp(`^${source}${end}$`, 'iu');
}

function groupOf(name: string, part: string, shapes: Readonly<Record<string, string>>): string {
  if (name === '_') return part;
  if (name.endsWith('*')) return `(?<${name.slice(0, -1)}>.+)`;
  return `(?<${name}>${shapes[name] ?? part})`;
}

const escaped = (literal: string) => literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Fills in a template; a part without a value becomes empty. */
export const filled = (template: string, parts: Readonly<Record<string, string | undefined>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '');

/** Languages and countries in platform URLs (ISO 639-1, ISO 3166-1), and three codes from neither. */
const LANGUAGES = words(
  'ar bg bn ca cs da de el en es et fa fi fil fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv th tr uk ur vi zh',
);
const COUNTRIES = words(
  'ae ar at au be bg br ca ch cl cn co cz de dk ee eg es fi fr gb gr hk hr hu id ie il in it jp ke kr lt lv ma mx my ng nl nz pe ph pk ' +
    'pl pt ro rs ru sa se sg si sk th tr tw ua uk us vn za 419 hans hant',
);

/**
 * Whether a path segment is a language with its country (`de-DE`, `pt_BR`, `es-419`) and therefore not an account.
 * @param alone also accept a language alone, such as `de`
 */
export function isLocale(segment: string, alone: boolean): boolean {
  const found = /^([a-z]{2,3})(?:[-_]([a-z]{2,4}|419))?$/i.exec(segment);
  if (!found || !LANGUAGES.includes(found[1]!.toLowerCase())) return false;
  return found[2] === undefined ? alone : COUNTRIES.includes(found[2].toLowerCase());
}

/** A path without its leading language; null if it has none. */
export function afterLocale(path: string, alone: boolean): string | null {
  const end = path.indexOf('/', 1);
  const first = end < 0 ? path.slice(1) : path.slice(1, end);
  if (!isLocale(first, alone)) return null;
  return end < 0 ? '/' : path.slice(end);
}
