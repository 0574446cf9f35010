/**
 * Hosts that many unrelated people publish on under one name: a verdict about one page says nothing about the host, so an address there
 * is a PAGE. Without `www.`; their subdomains are not meant. The first group is the service's (its documentation of the PAGE type), the
 * second is the hosts on which public phishing lists ask for a path, the third is of the same kind.
 */
export const SHARED_HOSTS: ReadonlySet<string> = new Set(
  [
    'beacons.ai bit.ly blur.io goo.gl link3.to linktr.ee opensea.io t.co t.me telegram.me tinyurl.com twitter.com wordpress.com x.com',
    'cdpn.io sites.google.com script.google.com gateway.irys.xyz uploader.irys.xyz irys.xyz',
    'is.gd v.gd cutt.ly rb.gy rebrand.ly lnkd.in ow.ly buff.ly shorturl.at tiny.cc t.ly s.id tr.ee snip.ly href.li',
    'bio.link lnk.bio solo.to campsite.bio allmylinks.com taplink.cc carrd.co telegra.ph graph.org notion.so pastebin.com rentry.co',
    'storage.googleapis.com firebasestorage.googleapis.com s3.amazonaws.com arweave.net',
  ].flatMap((group) => group.split(' ')),
);

/** Whether a canonical host, with or without `www.`, is shared. */
export const isSharedHost = (host: string): boolean => SHARED_HOSTS.has(host.startsWith('www.') ? host.slice(4) : host);
