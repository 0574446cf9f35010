/** A host in the path of a viewer or a cache: at least two labels in lower-case ASCII. */
const HOST = '((?:[a-z0-9-]+\\.)+[a-z][a-z0-9-]*)';
/** https://developers.google.com/amp/cache/overview: `c` are documents, `v` those in a viewer, `s` says https. */
const AMP_CACHE = new RegExp(`^(?:[^/]+\\.)?cdn\\.ampproject\\.org/[cv]/(?:s/)?${HOST}(?=/|\\?|$)`);
const AMP_VIEWER = new RegExp(`^(?:www\\.)?google\\.com/amp/(?:s/)?${HOST}(?=/|\\?|$)`);
/** The page's own host, in which `-` stands for a dot and `--` for a hyphen. Hosts in other scripts have another form. */
const TRANSLATOR = /^(?!xn--)([a-z0-9-]+)\.translate\.goog(?=\/)/;
const PUBLIC_HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

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
  return found ? joined(found[1]!, page.slice(found[0].length), 'amp_') : translatedPage(page);
}

function translatedPage(page: string): string | null {
  const [service = '', name = ''] = TRANSLATOR.exec(page) ?? [];
  const host = name.replace(/--|-/g, (mark) => (mark === '-' ? '.' : '-'));
  return PUBLIC_HOST.test(host) ? joined(host, page.slice(service.length), '_x_tr_') : null;
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
