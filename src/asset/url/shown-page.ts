import { canonicalUrl } from './canonical-url.ts';

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

/** Translators and viewers that take the page as a parameter, each by the help of its service. */
const IN_PARAMETER =
  /^(?:translate\.google(?:usercontent)?\.com\/translate(?:_c)?|translate\.yandex\.(?:com|ru)\/translate|(?:www\.)?(?:microsofttranslator\.com\/[^?]*|translatetheweb\.com\/)|papago\.naver\.net\/website|view\.officeapps\.live\.com\/[^?]*|docs\.google\.com\/g?view(?:er)?)\?(?:.*&)?(?:u|url|a|target|src)=(https?):\/+([^&]+)/;

const SERVICES = new Set(
  (
    'translate.goog google.com googleusercontent.com ampproject.org bing-amp.com bing.com cloudflare.com turbopages.org yandex.com yandex.ru ' +
    'microsofttranslator.com translatetheweb.com naver.net live.com discordapp.net'
  ).split(' '),
);

/** Whether pages of others are shown on a site, which is the last two labels of a host. */
export const isShowingOthers = (site: string): boolean => SERVICES.has(site);

/** Addresses within each other that are followed: a long one may be made of thousands, each of which takes as long as all of it. */
export const MAX_WITHIN = 10;

/**
 * The page that a translator, a viewer or a cache shows under a host of its own, because it is as dangerous there. Any
 * other page is its own. Idempotent for what they really show: at most {@link MAX_WITHIN} within each other.
 * @param canonical a canonical form, `host/path?query`
 */
export function shownPage(canonical: string): string {
  let page = canonical;
  for (let within = 0; within < MAX_WITHIN; within += 1) {
    const [, scheme, address] = IN_PARAMETER.exec(page) ?? [];
    const next = address === undefined ? cachedPage(page) : canonicalUrl(`${scheme}://${address}`);
    if (next === null || next.length >= page.length) return page;
    page = next;
  }
  return page;
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

/** The canonical form of a URL, or of the page that is shown there; null as `canonicalUrl`. */
export function shownUrl(url: string): string | null {
  const canonical = canonicalUrl(url);
  return canonical === null ? null : shownPage(canonical);
}
