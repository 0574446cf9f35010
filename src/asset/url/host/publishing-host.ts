/**
 * Shared hosts (shared-host.ts) whose pages people read, so that an application may show several of them in one
 * document. Separate from the others, because the script of every page needs these.
 *
 * A string instead of a set, because such a script looks up a single host.
 */
const HOSTS = ` ${[
  'beacons.ai blur.io link3.to linktr.ee opensea.io t.me telegram.me twitter.com wordpress.com x.com',
  // Link pages of one person
  'about.me allmylinks.com bio.link bio.site campsite.bio carrd.co direct.me flow.page flowcode.com heylink.me hihello.me hoo.be linkbio.co linkin.bio',
  'linkpop.com lit.link lnk.bio many.link msha.ke openup.to popl.co solo.to stan.store tap.bio taplink.cc znap.link',
  // Documents, boards and forms
  'airtable.com anyflip.com app.gitbook.com app.milanote.com app.mural.co app.pandadoc.com app.smartsheet.com calameo.com canva.com',
  'canva.site coda.io cognitoforms.com doc.clickup.com evernote.com figma.com flipsnack.com form.asana.com formspree.io formsubmit.co',
  'forms.clickup.com forms.cloud.microsoft forms.fillout.com forms.monday.com forms.zoho.com forms.zohopublic.com form.typeform.com gamma.app genially.com gitbook.com',
  'gitbook.io heyzine.com lp.constantcontactpages.com lucid.app mailchi.mp milanote.com miro.com my.canva.site notion.site notion.so',
  'online.anyflip.com online.fliphtml5.com padlet.com prezi.com publuu.com scribd.com share.hsforms.com sharing.clickup.com',
  'slideshare.net surveymonkey.com sway.cloud.microsoft tally.so trello.com view.genial.ly view.genially.com whimsical.com',
  'workdrive.zohoexternal.com yumpu.com',
  // Texts, source code and previews of code
  'bitbucket.org cdpn.io codeberg.org codepen.io codesandbox.io controlc.com dpaste.com gist.githack.com glitch.com graph.org hastebin.com htmlpreview.github.io',
  'jsbin.com jsfiddle.net justpaste.it mirror.xyz note.com paragraph.com paragraph.xyz paste.ee pastebin.com pastes.io raw.githack.com',
  'rawcdn.githack.com rentry.co rentry.org replit.com sourceforge.net stackblitz.com te.legra.ph telegra.ph teletype.in write.as',
  // Sites, blogs and communities
  'ameblo.jp bitcointalk.org blog.naver.com cafe.naver.com change.org disqus.com eventbrite.com livejournal.com meetup.com ok.ru',
  'open.spotify.com script.google.com sites.google.com steamcommunity.com trustpilot.com vk.com wattpad.com weibo.com',
  // Money and tokens
  'birdeye.so buymeacoffee.com cash.app dexscreener.com dextools.io four.meme geckoterminal.com gleam.io gofundme.com guild.xyz',
  'gumroad.com indiegogo.com justgiving.com kickstarter.com ko-fi.com layer3.xyz magiceden.io paypal.me premint.xyz pump.fun',
  'snapshot.box snapshot.org taskon.xyz venmo.com whop.com zealy.io',
].join(' ')} `;

/** Whether many unrelated people publish readable pages on a canonical host, with or without `www.`. */
export const isPublishingHost = (host: string): boolean =>
  HOSTS.includes(` ${host.startsWith('www.') ? host.slice(4) : host} `);

/** All publishing hosts. */
export const publishingHosts = (): string[] => HOSTS.trim().split(' ');
