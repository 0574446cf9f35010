import type { Asset } from '../type.ts';
import type { PlatformHost } from './catalogue.ts';
import { afterLocale, isLocale } from './locale.ts';
import { filled, patternOf } from './pattern.ts';
import type { Platform, Route } from './platform.ts';

/** What a platform's routes are matched against; everything decoded, the path without its query. */
export type Place = { readonly path: string; readonly query: ReadonlyMap<string, string>; readonly fragment: string };

/** An asset that a platform's address names and, where there is one, the content of the account that answers for it. */
export type PlatformAsset = { readonly asset: Asset; readonly owner: string | undefined };

type Matcher = {
  readonly route: Route;
  readonly sub: RegExp | undefined;
  readonly path: RegExp | undefined;
  readonly fragment: RegExp | undefined;
  readonly query: readonly (readonly [name: string, value: RegExp])[];
  /** The part that names an account where the platform's own pages could stand. */
  readonly account: string | undefined;
};

const MATCHERS = new WeakMap<Platform, readonly Matcher[]>();

/**
 * The asset of the first route that matches; null where the platform's address names none. A language before the path, as in
 * `/de-DE/collection/x`, is passed over.
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
    const written = filled(route.content, { ...parts, host });
    const content = route.form ? route.form(written) : written;
    if (content) return { asset: { type: platform.type, content }, owner: route.owner && filled(route.owner, parts) };
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
  const isReserved = (name: string) =>
    platform.reserved?.includes(name.toLowerCase()) === true || isLocale(name, platform.localized === true);
  return account !== undefined && isReserved(account) ? null : parts;
}
