/**
 * Parameters that name the page where its path does not, whatever the site: an identifier, an address, a file. Where one of them is there,
 * the others change nothing but how the page is shown, so that adding one makes no other page. Single letters are names by custom
 * (`?v=`, `?u=`, `?q=`, `?p=`).
 */
const NAMING = words(
  'uri link target goto to redirect redir dest destination next continue page path file filename folder doc document code key hash name user ' +
    'username title slug list route act action view module option task do cmd item article post thread topic story photo album share form query ' +
    'search site channel',
);

/**
 * Parameters that tell where a visitor came from (documentation of Google Analytics, Google Ads, Microsoft Advertising, Meta, X, TikTok,
 * Yandex, Mailchimp, HubSpot), and identifiers of a visitor's session. They never name a page. Those of `utm_` are such too.
 */
const TRACKING = words(
  'fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid ttclid twclid igshid igsh mc_cid mc_eid _ga _gl _hsenc _hsmi srsltid phpsessid ' +
    'jsessionid session_id sessionid',
);

/** Pages of which the one parameter that names them is known, by host without its subdomain and path. */
const KNOWN: ReadonlyMap<string, string> = new Map([
  // https://developers.google.com/youtube/player_parameters: the video is `v`, a playlist beside it only says what comes next.
  ['youtube.com/watch', 'v'],
  ['youtube.com/playlist', 'list'],
  // https://developers.google.com/workspace/drive/api/guides/manage-sharing
  ['google.com/open', 'id'],
  ['google.com/uc', 'id'],
  // https://developer.android.com/distribute/marketing-tools/linking-to-google-play
  ['google.com/store/apps/details', 'id'],
  // https://developers.facebook.com/docs/sharing/reference/share-dialog
  ['facebook.com/sharer/sharer.php', 'u'],
  ['facebook.com/profile.php', 'id'],
]);

/**
 * The part of a query that names a page: its parameters in one order, without those that do not name it.
 * - Of a known page the one that names it (a table in this file).
 * - Else those that name a page by custom, where one of them is there.
 * - Else all but those that tell where a visitor came from; and also these on the front page of a site, where nothing else would be left
 *   to tell the page from the site.
 * @param site the host's last two labels with the path, for example `youtube.com/watch`
 * @param query what follows `?`
 */
export function namingQuery(site: string, query: string): string {
  const known = KNOWN.get(site);
  const kept: string[] = [];
  const named: string[] = [];
  const pairs = query.split('&');
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = (equals < 0 ? pair : pair.slice(0, equals)).toLowerCase();
    if (pair === '' || name.startsWith('utm_') || TRACKING.has(name)) continue;
    kept.push(pair);
    if (known === undefined ? isNaming(name) : known === name) named.push(pair);
  }
  if (known !== undefined || named.length > 0) return inOrder(named);
  return inOrder(kept.length > 0 || !site.endsWith('/') ? kept : pairs.filter((pair) => pair !== ''));
}

/** Most are in order already: to see that costs a fifth of sorting them. */
function inOrder(pairs: readonly string[]): string {
  const isSorted = pairs.every((pair, index) => index === 0 || pairs[index - 1]! < pair);
  return (isSorted ? pairs : [...new Set(pairs)].sort()).join('&');
}

const isNaming = (name: string): boolean =>
  name.length === 1 ? name >= 'a' && name <= 'z' : name.endsWith('id') || name.endsWith('url') || NAMING.has(name);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
