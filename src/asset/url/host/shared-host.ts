import { isPublishingHost, publishingHosts } from './publishing-host.ts';

/**
 * Hosts on which many unrelated people publish under one name: a verdict about one page says nothing about the host, so
 * a URL there is a PAGE. Without `www.`; subdomains are not included. In addition to the publishing hosts, and without
 * the hosts of platforms (platform/) and of the never-list, on which a URL is a page anyway. `bit.ly`, `goo.gl`, `t.co`
 * and `tinyurl.com` come from the service (its documentation of the PAGE type); the others are hosts of the same kind
 * on which public phishing lists (phishing.database, OpenPhish, eth-phishing-detect) name pages.
 */
const HOSTS: ReadonlySet<string> = new Set(
  [
    // Short links and QR codes
    'bit.ly goo.gl t.co tinyurl.com',
    '1url.at adf.ly amzn.to bitly.com bom.so buff.ly clck.ru cutt.ly da.gd dlvr.it dub.sh eepurl.com g.co gofund.me goo.su grabify.link',
    'href.li hubs.la hubs.ly ift.tt iplogger.org is.gd j.mp kutt.it l.ead.me lc.chat lnk.ink lnk.to lnkd.in maps.app.goo.gl me-qr.com',
    'openinapp.link ow.ly photos.app.goo.gl q-r.to qrco.de qrfy.io rb.gy rebrand.ly redirect.me s.id shorturl.asia shorturl.at smarturl.it',
    'bitly.ws dub.co lihi.cc linkly.link onelink.to reurl.cc shorturl.gg shrtco.de tiny.one',
    'snip.ly soo.gd spoo.me surl.li t.ly t2m.io tiny.cc tny.im tr.ee trib.al u.to ulvis.net urlz.fr v.gd vk.cc wp.me x.gd zpr.io',
    // Files, pictures and file stores
    '1drv.ms 4shared.com app.box.com archive.is archive.ph archive.today box.com catbox.moe cdn.jsdelivr.net cloud.mail.ru disk.yandex.com',
    'dl.dropboxusercontent.com docdroid.net docsend.com file.io filebin.net files.catbox.moe fromsmash.com gofile.io gravatar.com ibb.co',
    'i.imgur.com imgur.com jsdelivr.net limewire.com litter.catbox.moe mediafire.com mega.nz pcloud.link pdfhost.io pixeldrain.com postimg.cc prnt.sc',
    'sendspace.com swisstransfer.com sync.com transfer.sh u.pcloud.link unpkg.com user.fm we.tl wetransfer.com yadi.sk',
    'commondatastorage.googleapis.com firebasestorage.googleapis.com storage.googleapis.com arweave.net gateway.irys.xyz irys.xyz',
    'uploader.irys.xyz',
  ].flatMap((group) => group.split(' ')),
);

/**
 * Shared hosts with a common shape: regional endpoints on which the path names the bucket (Amazon S3, "Path-style
 * requests", and compatible stores), the hosts for uploads of Google and GitHub, and OneDrive for the people of a
 * company. `bc.googleusercontent.com` is excluded, because it names single machines.
 */
const SHAPES =
  /^(?:s3(?:-external-1|[.-](?:dualstack\.)?[a-z]{2}(?:-[a-z]+)+-\d)?\.amazonaws\.com(?:\.cn)?|[a-z0-9-]+\.(?:digitaloceanspaces|linodeobjects|vultrobjects)\.com|(?:f\d{3}|s3\.[a-z0-9-]+)\.backblazeb2\.com|s3\.(?:[a-z0-9-]+\.)?wasabisys\.com|[a-z0-9-]+\.githubusercontent\.com|[a-z0-9-]+-my\.sharepoint\.com|(?!(?:.*\.)?bc\.)[a-z0-9.-]+\.googleusercontent\.com)$/;

/** The first label of a version of a site for phones, for a language or for a country. */
const VERSION = /^(?:m|mobile|[a-z]{2}(?:-[a-z]{2})?)\.(?=[^.]+\.)/;

/** Shared hosts below which each name belongs to somebody, also a name that looks like a version. */
const WITH_TENANTS: ReadonlySet<string> = new Set(
  'canva.site carrd.co gitbook.io livejournal.com my.canva.site notion.site user.fm wordpress.com'.split(' '),
);

/** A host without the label of a version for phones or for a language; null if it has none. */
export function withoutVersion(host: string): string | null {
  const above = host.replace(VERSION, '');
  return above === host || WITH_TENANTS.has(above) ? null : above;
}

/** Whether a canonical host, with or without `www.`, is shared, or is a version of a shared one (`m.vk.com`). */
export function isSharedHost(host: string): boolean {
  const bare = host.startsWith('www.') ? host.slice(4) : host;
  if (isPublishingHost(bare) || HOSTS.has(bare) || SHAPES.test(bare)) return true;
  const above = withoutVersion(bare);
  return above !== null && (isPublishingHost(above) || HOSTS.has(above));
}

/** The shared hosts that are listed by name. */
export const sharedHosts = (): string[] => [...publishingHosts(), ...HOSTS];
