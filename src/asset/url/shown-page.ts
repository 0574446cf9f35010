import { canonicalUrl } from './canonical-url.ts';

/** A host in the path of a viewer or a cache: at least two labels in ASCII. */
const HOST = '((?:[a-z0-9_-]+\\.)+[a-z][a-z0-9-]*)';
/** https://developers.google.com/amp/cache/overview: `c` are documents, `v` those in a viewer, `s` says https. */
const AMP_CACHE = new RegExp(`^(?:[^/]+\\.)?cdn\\.ampproject\\.org/[cv]/(?:s/)?${HOST}(?=/|\\?|$)`, 'i');
const AMP_VIEWER = new RegExp(`^(?:www\\.)?google\\.com/amp/(?:s/)?${HOST}(?=/|\\?|$)`, 'i');
const TRANSLATOR = /^(?!xn--)([a-z0-9_-]+)\.translate\.goog(?=\/)/;
const PUBLIC_HOST = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z][a-z0-9-]+$/;

const SERVICES = ['translate.goog', 'ampproject.org', 'google.com'];

/** Whether pages of others are shown on a site, which is the last two labels of a host. */
export const isShowingOthers = (site: string): boolean => SERVICES.includes(site);

/**
 * The page that a translator or a cache shows under a host of its own, because it is as dangerous there: Google
 * Translate, the AMP cache, the AMP viewer of Google. Any other page is its own. Idempotent.
 * @param canonical a canonical form, `host/path?query`
 */
export function shownPage(canonical: string): string {
  let page = canonical;
  // Each step is shorter than the one before.
  for (let inner = pageBehind(page); inner !== null; inner = pageBehind(page)) page = inner;
  return page;
}

function pageBehind(page: string): string | null {
  const found = AMP_CACHE.exec(page) ?? AMP_VIEWER.exec(page);
  return found ? joined(found[1]!.toLowerCase(), page.slice(found[0].length), 'amp_') : translatedPage(page);
}

/**
 * https://developers.google.com/search/docs/appearance/ad-network-and-translation: `-` stands for a dot and `--` for a
 * hyphen. Parameters hold the start of a long host, and say whether `1-` was put before it, or `0-` in place of `xn--`.
 */
function translatedPage(page: string): string | null {
  const [service = '', shown] = TRANSLATOR.exec(page) ?? [];
  if (shown === undefined) return null;
  const parameters = new URLSearchParams(page.split('?')[1]);
  const given = (name: string) => parameters.get(`_x_tr_${name}`) ?? '';
  const marks = given('enc');
  const written = given('hp').toLowerCase() + shown;
  const name = marks.includes('1') ? written.replace(/^1-/, '') : written;
  const isForeign = marks.includes('0') && name.startsWith('0-');
  const host = (isForeign ? name.slice(2) : name).replace(/--|-/g, (mark) => (mark === '-' ? '.' : '-'));
  const whole = isForeign ? `xn--${host}` : host;
  return PUBLIC_HOST.test(whole) ? joined(whole, page.slice(service.length), '_x_tr_') : null;
}

/** Host and path, without the parameters of the service that shows the page. */
function joined(host: string, rest: string, ownParameters: string): string {
  const [path = '', ...query] = rest.split('?');
  const kept = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith(ownParameters));
  return `${host}${path || '/'}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
}

/** The canonical form of a URL, or of the page that a translator or a cache shows there; null as `canonicalUrl`. */
export function shownUrl(url: string): string | null {
  const canonical = canonicalUrl(url);
  return canonical === null ? null : shownPage(canonical);
}
