import { canonicalUrl } from './canonical-url.ts';

/**
 * https://developers.google.com/amp/cache/overview: `c` are documents, `v` those in a viewer, `s` says https. Then the
 * host of the page, of at least two labels, and its path.
 */
const CACHED =
  /^(?:(?:[^/]+\.)?cdn\.ampproject\.org\/[cv]|(?:www\.)?google\.com\/amp)\/(?:s\/)?((?:[\w-]+\.)+[a-z][\w-]*)(?=[/?]|$)/i;
const TRANSLATED = /^(?!xn--)([\w-]+)\.translate\.goog(?=\/)/;
/** Parameters of these services. */
const OWN = /^(?:amp_|_x_tr_|$)/;

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
  for (;;) {
    const cached = page.replace(TRANSLATED, (_, name: string) => `google.com/amp/s/${translatedHost(name, page)}`);
    const [head = '', host] = CACHED.exec(cached) ?? [];
    if (host === undefined) return page;
    const [path, ...query] = cached.slice(head.length).split('?');
    const kept = query
      .join('?')
      .split('&')
      .filter((pair) => !OWN.test(pair))
      .join('&');
    page = host.toLowerCase() + (path || '/') + (kept && `?${kept}`);
  }
}

/**
 * https://developers.google.com/search/docs/appearance/ad-network-and-translation: `-` stands for a dot and `--` for a
 * hyphen. Parameters hold the start of a long host, and say whether `1-` was put before it, or `0-` in place of `xn--`.
 * @param shown the host's name at the translator
 */
function translatedHost(shown: string, page: string): string {
  const parameters = new URLSearchParams(page.split('?')[1]);
  const given = (name: string) => parameters.get(`_x_tr_${name}`) ?? '';
  const marks = given('enc');
  let name = given('hp') + shown;
  if (marks.includes('1')) name = name.replace(/^1-/, '');
  if (marks.includes('0')) name = name.replace(/^0-/, 'xn----');
  return name.replace(/--?/g, (mark) => (mark === '-' ? '.' : '-'));
}

/** The canonical form of a URL, or of the page that a translator or a cache shows there; null as `canonicalUrl`. */
export function shownUrl(url: string): string | null {
  const canonical = canonicalUrl(url);
  return canonical === null ? null : shownPage(canonical);
}
