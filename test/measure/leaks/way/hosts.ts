import type { Way } from './way.ts';

/** Visits that may be measured in one browser; the numbers of machines begin again after 256. */
export const VISITS = 1_000;

/** Each kind of name by the number of its visit. Numbers are of a block that nobody holds any more (RFC 7526). */
const NAMES = {
  plain: (at: number) => `m${at}.matrix.test`,
  international: (at: number) => `xn--bcher-kva.n${at}.matrix.test`,
  number: (at: number) => `192.88.99.${at % 256}`,
} as const;

/** A host of which only pages are listed (`src/asset/url/host/shared-host.ts`); browsers know no rule to open it by https alone. */
const SHARED = 'campsite.bio';

/** The host of a visit; one that is listed on the way is not on the list before. */
export function hostOf(way: Way, at: number): string {
  if (way.host === 'shared') return SHARED;
  return way.own === 'listed' ? `l${at}.later.test` : NAMES[way.host ?? 'plain'](at);
}

/** The path that is listed, or `/` where the whole host is. */
export const pathOf = (way: Way, at: number): string => (way.host === 'shared' ? `/page-${at}` : '/');

/** Every host that is listed from the beginning. */
export const LISTED_HOSTS: readonly string[] = [
  ...new Set(Object.values(NAMES).flatMap((name) => Array.from({ length: VISITS }, (_, at) => name(at)))),
];

/** The page of the shared host for each visit; the service lists those that are visited. */
export const SHARED_PAGES: readonly string[] = Array.from({ length: VISITS }, (_, at) => `${SHARED}/page-${at}`);
