import { canonicalUrl } from './canonical-url.ts';
import { carriedAddress, mayCarry } from './carrier.ts';

/** A host of at least two labels, and what follows it. */
const PAGE = '((?:[\\w-]+\\.)+[a-z][\\w-]*)(?=[/?]|$)';

/**
 * - https://developers.google.com/amp/cache/overview: `c` are documents, `v` those in a viewer, `s` says https. Bing and
 *   Cloudflare have caches of the same form.
 * - https://translate.yandex.com/translate, which opens the page at turbopages.org.
 * - Pictures from other sites at Discord.
 */
const CACHED = new RegExp(
  `^(?:(?:(?:[^/]+\\.)?(?:cdn\\.ampproject\\.org|bing-amp\\.com|amp\\.cloudflare\\.com)/[cv]|(?:www\\.)?(?:google|bing)\\.com/amp)/(?:s/)?|(?:translated\\.turbopages\\.org/proxy_[a-z]|images-ext-\\d\\.discordapp\\.net/external)/[^/]+/(?:[^/]*/)?https?/)${PAGE}`,
  'i',
);
const TRANSLATED = /^(?!xn--)([\w-]+)\.translate\.goog(?=\/)/;
/** Parameters of these services. */
const OWN = /^(?:amp_|_x_tr_|$)/;

const SERVICES = [
  'translate.goog',
  'ampproject.org',
  'bing-amp.com',
  'cloudflare.com',
  'turbopages.org',
  'discordapp.net',
];

/** Whether a site, which is the last two labels of a host, shows pages of others, or carries their addresses. */
export const isShowingOthers = (site: string): boolean => SERVICES.includes(site) || mayCarry(site);

/**
 * The page that a URL leads to where the URL itself says so, because it is as dangerous there: a page that a translator or
 * a cache shows under a host of its own, and the address that a link of a mail gateway or a redirector carries
 * (carrier.ts). Any other page is its own. Idempotent.
 * @param canonical a canonical form, `host/path?query`
 */
export function shownPage(canonical: string): string {
  let page = canonical;
  // Each step is shorter than the one before.
  for (;;) {
    const next = cachedPage(page) ?? carriedPage(page);
    if (next === null || next.length >= page.length) return page;
    page = next;
  }
}

function carriedPage(page: string): string | null {
  const address = carriedAddress(page);
  return address && canonicalUrl(address);
}

function cachedPage(page: string): string | null {
  const cached = page.replace(TRANSLATED, (_, name: string) => `google.com/amp/s/${translatedHost(name, page)}`);
  const [head = '', host] = CACHED.exec(cached) ?? [];
  if (host === undefined) return null;
  const [path, ...query] = cached.slice(head.length).split('?');
  const kept = query
    .join('?')
    .split('&')
    .filter((pair) => !OWN.test(pair))
    .join('&');
  return host.toLowerCase() + (path || '/') + (kept && `?${kept}`);
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

/** The canonical form of a URL, or of the page that it leads to; null as `canonicalUrl`. */
export function shownUrl(url: string): string | null {
  const canonical = canonicalUrl(url);
  return canonical === null ? null : shownPage(canonical);
}
