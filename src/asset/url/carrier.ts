import { canonicalUrl } from './canonical-url.ts';
import { siteOf } from './host/host.ts';
import { MAX_WITHIN, shownPage } from './shown-page.ts';

/**
 * Where a parameter holds the address of another page: rules `host/path?parameter`. A host includes those below it; `*`
 * stands for any path, and an empty parameter for the whole query. On all of them the parameter alone decides where the
 * link leads.
 */
const RULES = [
  // Mail gateways, by the documentation of each: Microsoft Safe Links, Azure e-mails
  'safelinks.protection.outlook.com/*?url statics.teams.cdn.office.net/*?url emails.azure.net/redirect?destination',
  // Proofpoint URL Defense (versions 1 and 2), FireEye and its later name Trellix
  'urldefense.proofpoint.com/*?u urldefense.com/*?u urldefense.us/*?u fireeye.com/*?u trellix.com/*?u',
  // Barracuda Link Protection, Sophos Time of Click, Symantec Click-time Protection, Trend Micro Time-of-Click Protection
  'linkprotect.cudasvc.com/*?a protection.sophos.com/?u clicktime.symantec.com/*?u trendmicro.com/wis/clicktime/v1/query?url',
  // GMX and Web.de, Zix (AppRiver), Libraesva URLSand, TitanHQ Link Lock, Zix, Trustwave, Check Point
  'urlsand.esvalabs.com/?u linklock.titanhq.com/analyse?url link.zixcentral.com/*?u link.edgepilot.com/*?u scanmail.trustwave.com/?u url-protection.com/*?o',
  'deref-gmx.net/*?redirectUrl deref-gmx.com/*?redirectUrl deref-web.de/*?redirectUrl deref-1und1.de/*?redirectUrl deref-mail.com/*?redirectUrl',
  // Links out of a platform, and out of search results
  'google.com/url?q,url google.com/imgres?imgrefurl facebook.com/l.php?u facebook.com/flx/warn?u messenger.com/l.php?u workplace.com/l.php?u',
  'l.instagram.com/?u l.threads.com/?u l.threads.net/?u youtube.com/redirect?q linkedin.com/redir/redirect?url linkedin.com/safety/go?url',
  'out.reddit.com/*?url t.umblr.com/redirect?z vk.com/away.php?to vk.ru/away.php?to steamcommunity.com/linkfilter?url,u pinterest.com/offsite?url',
  'twitch.tv/redirect?url behance.net/redirect?url calendly.com/url?q slack-redir.net/link?url exit.sc/?url gate.sc/?url medium.com/r?url',
  'tiktok.com/link/v2?target duckduckgo.com/l?uddg duckduckgo.com/iu?u bing.com/ck/a?u deviantart.com/users/outgoing? quora.com/_/redirect?url',
  'link.zhihu.com/?target link.csdn.net/?target link.juejin.cn/?target jianshu.com/go-wild?url douban.com/link2?url gitee.com/link?target weibo.cn/sinaurl?u',
  'disq.us/url?url disq.us/?url l.wl.co/l?u href.li/? anonym.to/? yandex.ru/clck/jsredir?url click.mail.ru/redir?u',
  // Advertisements (Google Campaign Manager), and links that pay the site on which they are
  'ad.doubleclick.net/*? g.doubleclick.net/*?adurl redirect.viglink.com/?u go.redirectingat.com/?url go.skimresources.com/?url',
  // Pages to share an address
  'facebook.com/sharer/sharer.php?u facebook.com/sharer.php?u x.com/intent/tweet?url x.com/intent/post?url x.com/share?url twitter.com/intent/tweet?url',
  'twitter.com/share?url t.me/share/url?url t.me/iv?url telegram.me/share/url?url linkedin.com/sharing/share-offsite?url linkedin.com/shareArticle?url',
  'pinterest.com/pin/create/button?url reddit.com/submit?url vk.com/share.php?url tumblr.com/widgets/share/tool?canonicalUrl',
].join(' ');

/** The same for addresses in a path, before what the service appends. */
const IN_PATH: ReadonlyMap<string, RegExp> = new Map([
  // Proofpoint URL Defense, version 3; bytes follow in place of each `*`.
  ['urldefense.com', /^urldefense\.com\/v3\/__(.+?)__;([\w-]*)/],
  ['urldefense.us', /^urldefense\.us\/v3\/__(.+?)__;([\w-]*)/],
  // Cisco Secure Email (URL rewriting), Check Point Harmony Email (Click-Time Protection)
  ['cisco.com', /^secure-web\.cisco\.com\/[^/]+\/(https?:.+)/],
  ['avanan.click', /^[^/]+\/v2\/(?:[^/]+\/)?_{2,}(https?:.+?)_{2,}/],
  ['checkpoint.com', /^protect\.checkpoint\.com\/v2\/(?:[^/]+\/)?_{2,}(https?:.+?)_{2,}/],
  ['yahoo.com', /^r\.search\.yahoo\.com\/.*\/RU=(https?:.+?)(?:\/R[A-Z]=|$)/],
  // Amazon SES (links that count clicks)
  ['awstrack.me', /^[^/]+\/L0\/(https?:.+?)(?:\/\d\/[\da-f-]{20,}.*)?$/],
]);

/**
 * The page that a URL leads to where the URL itself says so: what a translator or a cache shows (shown-page.ts), and the
 * address that a link of a mail gateway, a redirector or a page to share carries. Any other page is its own. Only what is
 * proposed follows these links: a visit goes on to the page itself, which is looked up then.
 * @param canonical a canonical form, `host/path?query`
 */
export function ledPage(canonical: string): string {
  let page = shownPage(canonical);
  for (let within = 0; within < MAX_WITHIN; within += 1) {
    const address = carriedAddress(page);
    const next = address === null ? null : canonicalUrl(address);
    if (next === null || next.length >= page.length) return page;
    page = shownPage(next);
  }
  return page;
}

/** The canonical form of a URL, or of the page that it leads to; null as `canonicalUrl`. */
export function ledUrl(url: string): string | null {
  const canonical = canonicalUrl(url);
  return canonical === null ? null : ledPage(canonical);
}

/** The address that a link carries, as written in it; null if none. */
function carriedAddress(canonical: string): string | null {
  const [, written, replaced] = IN_PATH.get(siteOf(canonical, canonical.indexOf('/')))?.exec(canonical) ?? [];
  if (written !== undefined) return addressIn(replaced === undefined ? written : restored(written, replaced));
  const [place = '', query] = canonical.split(/\?(.*)/s, 2);
  if (query === undefined) return null;
  for (const rule of RULES.split(' ')) {
    const [at = '', names = ''] = rule.split('?');
    if (!isPlace(at, place)) continue;
    const values = names === '' ? [query] : query.split('&').flatMap((pair) => valuesIn(pair, names.split(',')));
    const found = values.map(addressIn).find((address) => address !== null);
    if (found !== undefined) return found;
  }
  return null;
}

function isPlace(rule: string, place: string): boolean {
  const [slash, end] = [rule.indexOf('/'), place.indexOf('/')];
  const [known, path] = [rule.slice(0, slash), rule.slice(slash)];
  const host = place.slice(0, end);
  if (host !== known && !host.endsWith(`.${known}`)) return false;
  return path === '/*' || bare(path) === bare(place.slice(end));
}

const bare = (path: string): string => path.replace(/\/$/, '');

const valuesIn = (pair: string, names: readonly string[]): string[] => {
  const equals = pair.indexOf('=');
  return names.includes(pair.slice(0, Math.max(0, equals))) ? [pair.slice(equals + 1)] : [];
};

/** An address written plainly, without its scheme (`//host`), in Base64, or with `-` for `%` and `_` for `/` (Proofpoint, version 2). */
function addressIn(value: string): string | null {
  const plain = /^https?-3A__/i.test(value)
    ? value
        .replaceAll('_', '/')
        .replace(/-([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : value.replace(/^(?:a1)?(aHR0c[\w+/-]*=*)$/, (_, coded: string) => decodedBase64(coded));
  return /^(?:https?:\/*|\/\/)[^/]/i.test(plain)
    ? plain.replace(/^(?:(https?:)\/*|\/\/)/i, (_, scheme = 'http:') => `${scheme}//`)
    : null;
}

function decodedBase64(coded: string): string {
  try {
    return atob(coded.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}

/** Lengths of a run that `**` and one of these characters stand for, from two on. */
const RUNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** An address of Proofpoint, version 3, with the bytes that were taken out of it, in Base64. */
function restored(address: string, replaced: string): string {
  const bytes = decodedBase64(replaced);
  let next = 0;
  return address.replace(/\*(?:\*(.))?/g, (_, run?: string) => {
    const start = next;
    next += run === undefined ? 1 : RUNS.indexOf(run) + 2;
    return bytes
      .slice(start, next)
      .replace(/[^!-~]|%/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  });
}
