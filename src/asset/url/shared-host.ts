/**
 * Hosts that many unrelated people publish on under one name: a verdict about one page says nothing about the host, so an address there
 * is a PAGE. Without `www.`; their subdomains are not meant, nor are the hosts of platforms (platform/) and of the never-list, on which
 * an address is a page anyway. The first line is the service's (its documentation of the PAGE type), the others are hosts of the same
 * kind on which public phishing lists (phishing.database, OpenPhish, eth-phishing-detect) name pages.
 *
 * One text and no set: a script of every page asks it once.
 */
const HOSTS = ` ${[
  'beacons.ai bit.ly blur.io goo.gl link3.to linktr.ee opensea.io t.co t.me telegram.me tinyurl.com twitter.com wordpress.com x.com',
  // Short links and codes
  '1url.at adf.ly amzn.to bitly.com bom.so buff.ly clck.ru cutt.ly da.gd dlvr.it dub.sh eepurl.com g.co gofund.me goo.su grabify.link',
  'href.li hubs.la hubs.ly ift.tt iplogger.org is.gd j.mp kutt.it l.ead.me lc.chat lnk.ink lnk.to lnkd.in maps.app.goo.gl me-qr.com',
  'openinapp.link ow.ly photos.app.goo.gl q-r.to qrco.de qrfy.io rb.gy rebrand.ly redirect.me s.id shorturl.asia shorturl.at smarturl.it',
  'snip.ly soo.gd spoo.me surl.li t.ly t2m.io tiny.cc tny.im tr.ee trib.al u.to ulvis.net urlz.fr v.gd vk.cc wp.me x.gd zpr.io',
  // Pages of links about one person
  'about.me allmylinks.com bio.link bio.site campsite.bio carrd.co direct.me flow.page flowcode.com heylink.me hoo.be linkbio.co linkin.bio',
  'linkpop.com lit.link lnk.bio many.link msha.ke openup.to solo.to stan.store tap.bio taplink.cc znap.link',
  // Files, pictures and stores of them
  '1drv.ms 4shared.com app.box.com archive.is archive.ph archive.today box.com catbox.moe cdn.jsdelivr.net cloud.mail.ru disk.yandex.com',
  'dl.dropboxusercontent.com docdroid.net docsend.com file.io filebin.net files.catbox.moe fromsmash.com gofile.io gravatar.com ibb.co',
  'i.imgur.com imgur.com jsdelivr.net litter.catbox.moe mediafire.com mega.nz pcloud.link pdfhost.io pixeldrain.com postimg.cc prnt.sc',
  'sendspace.com sync.com transfer.sh u.pcloud.link unpkg.com user.fm we.tl wetransfer.com yadi.sk',
  'commondatastorage.googleapis.com firebasestorage.googleapis.com storage.googleapis.com arweave.net gateway.irys.xyz irys.xyz',
  'uploader.irys.xyz',
  // Documents, boards and forms
  'airtable.com anyflip.com app.gitbook.com app.milanote.com app.mural.co app.pandadoc.com app.smartsheet.com calameo.com canva.com',
  'canva.site coda.io cognitoforms.com doc.clickup.com evernote.com figma.com flipsnack.com form.asana.com formspree.io formsubmit.co',
  'forms.clickup.com forms.cloud.microsoft forms.fillout.com forms.monday.com forms.zohopublic.com gamma.app genially.com gitbook.com',
  'gitbook.io heyzine.com lp.constantcontactpages.com lucid.app mailchi.mp milanote.com miro.com my.canva.site notion.site notion.so',
  'online.anyflip.com online.fliphtml5.com padlet.com prezi.com publuu.com scribd.com share.hsforms.com sharing.clickup.com',
  'slideshare.net surveymonkey.com sway.cloud.microsoft tally.so trello.com view.genial.ly view.genially.com whimsical.com',
  'workdrive.zohoexternal.com yumpu.com',
  // Texts, code and what shows code
  'bitbucket.org cdpn.io codeberg.org codepen.io codesandbox.io controlc.com dpaste.com glitch.com graph.org htmlpreview.github.io',
  'jsbin.com jsfiddle.net justpaste.it mirror.xyz note.com paragraph.com paragraph.xyz paste.ee pastebin.com raw.githack.com',
  'rawcdn.githack.com rentry.co rentry.org replit.com sourceforge.net stackblitz.com te.legra.ph telegra.ph teletype.in write.as',
  // Sites, blogs and communities
  'ameblo.jp bitcointalk.org blog.naver.com cafe.naver.com change.org disqus.com eventbrite.com livejournal.com meetup.com ok.ru',
  'open.spotify.com script.google.com sites.google.com steamcommunity.com trustpilot.com vk.com wattpad.com weibo.com',
  // Money and tokens
  'birdeye.so buymeacoffee.com cash.app dexscreener.com dextools.io four.meme geckoterminal.com gleam.io gofundme.com guild.xyz',
  'gumroad.com indiegogo.com justgiving.com kickstarter.com ko-fi.com layer3.xyz magiceden.io paypal.me premint.xyz pump.fun',
  'snapshot.box snapshot.org taskon.xyz venmo.com whop.com zealy.io',
].join(' ')} `;

/**
 * Hosts that are shared by their shape: the endpoint of a region on which the path names the bucket (Amazon S3, "Path-style requests", and
 * the stores that follow it), and Google's hosts for what people upload. `bc.googleusercontent.com` names single machines.
 */
const SHAPES =
  /^(?:s3(?:[.-](?:dualstack\.)?[a-z]{2}(?:-[a-z]+)+-\d)?\.amazonaws\.com(?:\.cn)?|[a-z0-9-]+\.(?:digitaloceanspaces|linodeobjects|vultrobjects)\.com|(?:f\d{3}|s3\.[a-z0-9-]+)\.backblazeb2\.com|s3\.(?:[a-z0-9-]+\.)?wasabisys\.com|(?!(?:.*\.)?bc\.)[a-z0-9.-]+\.googleusercontent\.com)$/;

/** Whether a canonical host, with or without `www.`, is shared. */
export function isSharedHost(host: string): boolean {
  const bare = host.startsWith('www.') ? host.slice(4) : host;
  return HOSTS.includes(` ${bare} `) || SHAPES.test(bare);
}

/** The hosts that are shared by name. */
export const sharedHosts = (): string[] => HOSTS.trim().split(' ');
