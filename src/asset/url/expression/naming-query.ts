/**
 * Parameters that name the page where its path does not, whatever the site: an identifier, an address, a file. Where one of them is there,
 * the others change nothing but how the page is shown, so that adding one makes no other page. Single letters are names by custom
 * (`?v=`, `?u=`, `?q=`, `?p=`).
 */
const NAMING =
  ' uri link target goto to redirect redir dest destination next continue page path file filename folder doc document code key hash name user ' +
  'username title slug list route act action view module option task do cmd item article post thread topic story photo album share form query ' +
  'search site channel ';

/**
 * Parameters that tell where a visitor came from (documentation of Google Analytics, Google Ads, Microsoft Advertising, Meta, X, TikTok,
 * Yandex, Mailchimp, HubSpot), and identifiers of a visitor's session. They never name a page. Those of `utm_` are such too.
 */
const TRACKING =
  ' fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ttclid twclid igshid igsh mc_cid mc_eid _ga _gl _hsenc _hsmi srsltid phpsessid ' +
  'jsessionid session_id sessionid ';

/** Pages whose parameters are known: those that name the page, by host without its subdomain and path. */
const KNOWN: ReadonlyMap<string, RegExp> = new Map([
  // https://developers.google.com/youtube/player_parameters: the video is `v`, a playlist beside it only says what comes next.
  ['youtube.com/watch', /^v$/],
  ['youtube.com/playlist', /^list$/],
  // https://developers.google.com/workspace/drive/api/guides/manage-sharing
  ['google.com/open', /^id$/],
  ['google.com/uc', /^id$/],
  // https://developer.android.com/distribute/marketing-tools/linking-to-google-play
  ['google.com/store/apps/details', /^id$/],
  // https://developers.facebook.com/docs/sharing/reference/share-dialog
  ['facebook.com/sharer/sharer.php', /^u$/],
  ['facebook.com/profile.php', /^id$/],
]);

/**
 * The part of a query that names a page: its parameters in one order, without those that do not name it.
 * - Of a known page those that name it (a table in this file).
 * - Else those that name a page by custom, where one of them is there.
 * - Else all but those that tell where a visitor came from; and also these on the front page of a site, where nothing else would be left
 *   to tell the page from the site.
 * @param site the host's last two labels with the path, for example `youtube.com/watch`
 * @param query what follows `?`
 */
export function namingQuery(site: string, query: string): string {
  const known = KNOWN.get(site);
  if (known === undefined && !query.includes('&')) return isTracking(query) && !site.endsWith('/') ? '' : query;
  const pairs = [...new Set(query.split('&'))].filter((pair) => pair !== '');
  const named = pairs.filter((pair) => (known ? known.test(nameOf(pair)) : isNaming(pair)) && !isTracking(pair));
  if (known !== undefined || named.length > 0) return named.sort().join('&');
  const kept = pairs.filter((pair) => !isTracking(pair));
  return (kept.length > 0 || !site.endsWith('/') ? kept : pairs).sort().join('&');
}

function isNaming(pair: string): boolean {
  const name = nameOf(pair);
  if (name.length === 1) return name >= 'a' && name <= 'z';
  return name.endsWith('id') || name.endsWith('url') || NAMING.includes(` ${name} `);
}

function isTracking(pair: string): boolean {
  const name = nameOf(pair);
  return name.startsWith('utm_') || TRACKING.includes(` ${name} `);
}

/** The name of a parameter, in lower case. */
function nameOf(pair: string): string {
  const equals = pair.indexOf('=');
  return (equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
}
