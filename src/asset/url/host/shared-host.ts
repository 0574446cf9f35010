import { siteOf } from './host.ts';
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
    'href.li hubs.la hubs.ly ift.tt iplogger.org is.gd j.mp kutt.it l.ead.me lc.chat lin.ee lnk.ink lnk.to lnkd.in me-qr.com',
    'bio.to g.page goo.gle invite.viber.com join.skype.com lnkfi.re openinapp.link ow.ly q-r.to qrco.de qrfy.io rb.gy rebrand.ly redirect.me s.id shorturl.asia shorturl.at smarturl.it',
    'bitly.ws dub.co lihi.cc linkly.link onelink.to reurl.cc shorturl.gg shrtco.de tiny.one',
    'a.co abre.ai aka.ms amzn.eu bit.do chilp.it conta.cc cuty.io doi.org ebay.us encurtador.com.br fb.watch flip.it forms.app g2.by gg.gg hdl.handle.net',
    'kurzelinks.de l.linklyhq.com linkvertise.com lstu.fr matrix.to ouo.io page.link qr.io qr.link qr1.be qrfy.com qrs.ly scanned.page scnv.io shorte.st shorten.ee shorter.gg',
    'share.google short.gy shorturl.com slack-redir.net sniply.app spoti.fi spotify.link t1p.de tcrn.ch tinu.be urlzs.com v.ht vm.tiktok.com zfrmz.com zurl.co',
    'snip.ly soo.gd spoo.me surl.li t.ly t2m.io tiny.cc tny.im tr.ee trib.al u.to ulvis.net urlz.fr v.gd vk.cc wp.me x.gd zpr.io',
    // Files, pictures and file stores
    '1drv.ms 4shared.com archive.is archive.ph archive.today box.com catbox.moe cloud.mail.ru disk.yandex.com',
    'dl.dropboxusercontent.com docdroid.net docsend.com file.io filebin.net fromsmash.com gofile.io gravatar.com ibb.co',
    'imgur.com jsdelivr.net limewire.com mediafire.com mega.nz pcloud.link pdfhost.io pixeldrain.com postimg.cc prnt.sc',
    'sendspace.com swisstransfer.com sync.com transfer.sh unpkg.com user.fm we.tl wetransfer.com yadi.sk',
    'commondatastorage.googleapis.com firebasestorage.googleapis.com storage.googleapis.com arweave.net gateway.irys.xyz irys.xyz',
    '0x0.st 1024tera.com 1024terabox.com 1fichier.com buzzheavier.com bowfile.com dropmefiles.com d.pr drive.filen.io easyupload.io envs.sh',
    'filemail.com filedn.com filedn.eu gofile.me hightail.com icedrive.net jmp.sh jumpshare.com krakenfiles.com nitroflare.com oshi.at rapidgator.net',
    'send-anywhere.com send.tresorit.com send.vis.ee sendgb.com solidfiles.com share.zight.com temp.sh terabox.app terabox.com teraboxapp.com tmpfiles.org ufile.io uploadfiles.io',
    'wormhole.app workupload.com storage.to streamable.com filetransfer.io transfernow.net mab.to wdho.ru disk.yandex.ru dl.dropbox.com share.icloud.com',
    // Pictures, styles and files of the customers of site builders and of chats
    'assets-global.website-files.com assets.website-files.com cdn.prod.website-files.com uploads-ssl.webflow.com cdn.shopify.com static1.squarespace.com',
    'images.squarespace-cdn.com static.wixstatic.com docs.wixstatic.com video.wixstatic.com res.cloudinary.com ucarecdn.com cdn.filestackcontent.com',
    'cdn.glitch.global cdn.sanity.io assets.ctfassets.net images.ctfassets.net downloads.ctfassets.net media.discordapp.net slack-files.com i.pinimg.com pbs.twimg.com',
    'video.twimg.com downloads.intercomcdn.com fs.hubspotusercontent00.net esm.sh cdn.statically.io cdn.skypack.dev s3.ap-southeast-1.wasabisys.com lookaside.fbsbx.com',
    // Answers of machines, and applications built by asking them
    'chatgpt.com claude.ai claude.site grok.com huggingface.co hf.co poe.com perplexity.ai character.ai c.ai chat.deepseek.com chat.mistral.ai chat.qwen.ai kimi.com',
    'you.com phind.com v0.dev v0.app bolt.new lovable.dev replicate.com civitai.com suno.com udio.com kaggle.com manus.im genspark.ai websim.ai websim.com heygen.com',
    'elevenlabs.io tome.app beautiful.ai copilot.cloud.microsoft gradio.live deepai.org pika.art app.runwayml.com meta.ai',
    // Forms, appointments, contracts
    'forms.zohopublic.eu forms.zohopublic.in forms.zohopublic.com.au forms.zohopublic.jp forms.zohopublic.ca forms.zohopublic.sa forms.zohopublic.uk forms.zoho.eu forms.zoho.in',
    'survey.zohopublic.com survey.zohopublic.eu survey.alchemer.com smartsurvey.co.uk survio.com survicate.com surveylegend.com questionpro.com formaloo.net formsite.com',
    '123formbuilder.com opnform.com youform.com heyform.net deform.cc form.jotform.com eforms.com forms.yandex.com forms.yandex.ru wj.qq.com jinshuju.net wjx.cn wjx.top',
    'cal.com tidycal.com savvycal.com zcal.co doodle.com koalendar.com meetings.hubspot.com go.oncehub.com app.hellosign.com app.signnow.com dochub.com',
    'powerforms.docusign.net app.qwilr.com pages.qwilr.com app.pandadoc.com sign.zoho.com sign.zoho.eu eversign.com app.useanvil.com',
    // Instructions, presentations, boards and documents
    'loom.com scribehow.com tango.us guidde.com iorad.com app.supademo.com app.storylane.io app.arcade.software demo.arcade.software pitch.com slides.com',
    'speakerdeck.com slideserve.com visme.co create.piktochart.com infogram.com venngage.com emaze.com powtoon.com mentimeter.com menti.com',
    'excalidraw.com app.diagrams.net viewer.diagrams.net miro.com projects.invisionapp.com invis.io marvelapp.com thinglink.com storymaps.arcgis.com experience.arcgis.com',
    'survey123.arcgis.com public.tableau.com app.powerbi.com canva.link craft.me craft.do quip.com workflowy.com dynalist.io cryptpad.fr simp.ly listed.to nimbusweb.me',
    'online.flippingbook.com joomag.com simplebooklet.com docs.zoho.com writer.zoho.com writer.zohopublic.com sheet.zohopublic.com show.zohopublic.com',
    'overleaf.com zenodo.org figshare.com osf.io academia.edu researchgate.net documentcloud.org pastelink.net txt.fyi privatebin.net 0bin.net paste.rs dpaste.org cl1p.net',
    'wakelet.com start.me pearltrees.com flipboard.com scoop.it smore.com padlet.org sutori.com quizlet.com kahoot.it quizizz.com itty.bitty.site',
    // Videos, music, communities, pages of one person
    'bento.me contra.com read.cv dribbble.com artstation.com cargo.site bitchute.com brighteon.com coub.com dlive.tv kick.com odysee.com rumble.com rutube.ru trovo.live vidyard.com',
    'fast.wistia.com fast.wistia.net giphy.com tenor.com mixcloud.com audiomack.com podbean.com spreaker.com app.element.io mastodon.social mastodon.online mstdn.social',
    'lemmy.world groups.io gab.com minds.com truthsocial.com gettr.com mewe.com locals.com steemit.com hive.blog peakd.com ecency.com hey.xyz ask.fm ngl.link guilded.gg disboard.org top.gg',
    'discord.me dev.to hashnode.com producthunt.com devpost.com hackaday.io instructables.com itch.io gamejolt.com modrinth.com curseforge.com nexusmods.com newgrounds.com scratch.mit.edu',
    'qiita.com zenn.dev zhihu.com douban.com jianshu.com juejin.cn blog.csdn.net habr.com dzen.ru pikabu.ru vc.ru boosty.to gitee.com observablehq.com trinket.io nbviewer.org fandom.com',
    // Events, donations, payments, subscriptions
    'partiful.com evite.com tickettailor.com ti.to eventcreate.com donorbox.org givebutter.com givesendgo.com fundly.com fundrazr.com ketto.org milaap.org leetchi.com betterplace.org chuffed.org',
    'crowdfunder.co.uk startnext.com ulule.com opencollective.com liberapay.com streamlabs.com streamelements.com revolut.me monzo.me tikkie.me bunq.me square.link rzp.io razorpay.me',
    'pages.razorpay.com imjo.in instamojo.com mpago.la nowpayments.io coinpayments.net coingate.com plisio.net pay.cryptomus.com pay.oxapay.com payhip.com sellix.io sell.app shoppy.gg patreon.page',
    'onlyfans.com fansly.com fanvue.com coff.ee gumroad.com trakteer.id saweria.co buy.polar.sh link.com',
    // Tokens, collections and campaigns
    'gmgn.ai gallery.manifold.xyz manifold.xyz foundation.app objkt.com teia.art versum.xyz fxhash.xyz exchange.art superrare.com makersplace.com knownorigin.io niftygateway.com',
    'sound.xyz catalog.works highlight.xyz mint.fun nfts2me.com thirdweb.com drip.haus atomichub.io neftyblocks.com paras.id getgems.io fragment.com looksrare.org x2y2.io element.market',
    'mintable.app pinksale.finance dxsale.app app.uncx.network gempad.app app.team.finance tokensniffer.com poocoin.app ave.ai dexview.com photon-sol.tinyastro.io bullx.io axiom.trade believe.app',
    'letsbonk.fun bonk.fun moonshot.money time.fun polymarket.com dune.com intel.arkm.com crew3.xyz questn.com port3.io intract.io gitcoin.co giveth.io juicebox.money tally.xyz dework.xyz',
    'app.sablier.com app.streamflow.finance tensor.trade magiceden.us me.me solsniper.xyz rugcheck.xyz bubblemaps.io dappradar.com friend.tech',
  ].flatMap((group) => group.split(' ')),
);

/**
 * Shared hosts with a common shape: regional endpoints on which the path names the bucket (Amazon S3, "Path-style
 * requests", and compatible stores), the zones of sites in Azure Storage, the hosts for uploads of Google and GitHub, links to applications
 * of Google, OneDrive for the people of a company, and the country hosts of some sites. `bc.googleusercontent.com` is excluded, because it names single machines.
 */
const SHAPES =
  /^(?:s3(?:-external-1|[.-](?:dualstack\.)?[a-z]{2}(?:-[a-z]+)+-\d)?\.amazonaws\.com(?:\.cn)?|[a-z0-9-]+\.(?:digitaloceanspaces|linodeobjects|vultrobjects)\.com|(?:f\d{3}|s3\.[a-z0-9-]+)\.backblazeb2\.com|s3\.(?:[a-z0-9-]+\.)?wasabisys\.com|[a-z0-9-]+\.githubusercontent\.com|[a-z0-9-]+-my\.sharepoint\.com|(?!(?:.*\.)?bc\.)[a-z0-9.-]+\.googleusercontent\.com|(?:eventbrite|surveymonkey)\.(?:com?\.)?[a-z]{2}|[a-z]+\.app\.(?:goo\.gl|google)|z\d+\.web\.core\.windows\.net|(?:(?:compat\.)?objectstorage\.[a-z0-9-]+\.oraclecloud|cos\.[a-z0-9-]+\.myqcloud|oss-[a-z0-9-]+\.aliyuncs|obs\.[a-z0-9-]+\.myhuaweicloud|[a-z]+\d\.contabostorage)\.com|gateway\.(?:[a-z0-9]+\.)?storjshare\.io|sos-[a-z0-9-]+\.exo\.io)$/;

/**
 * Sites on all hosts of which pages and links belong to many people: the clicks that mail and advertisement services
 * count, links that mail gateways rewrite, and contracts to sign.
 */
const OF_MANY: ReadonlySet<string> = new Set(
  (
    'activehosted.com adobesign.com avanan.click awstrack.me aweber.com campaign-archive.com cudasvc.com customeriomail.com docusign.net doubleclick.net echosign.com ' +
    'emailprotection.link esvalabs.com exct.net fireeye.com getresponse360.com hs-sales-engage.com hubspotlinks.com icptrack.com list-manage.com mailersend.net mandrillapp.com mimecast.com mimecastprotect.com ' +
    'mjt.lu mlsend.com pardot.com proofpoint.com pstmrk.it rs6.net sendgrid.net titanhq.com trellix.com trustwave.com url-protection.com urldefense.com urldefense.us zixcentral.com'
  ).split(' '),
);
/** The same for hosts of sites that have others, and for names that services number (`cmail19.com`). */
const OF_MANY_BELOW =
  /(?:^|\.)(?:safelinks\.protection\.outlook|protection\.sophos|clicktime\.symantec|secure-web\.cisco|protect\.checkpoint|slack-redir|emails\.azure|deref-[a-z0-9]+|(?:cmail|createsend|klclick|sendib[mt]|(?:convert)?kit-mail|emlnk|acemln[a-z]|sidekickopen|eomail|dripemail|sparkpostmail|mailchimpapp|redirectingat|viglink)\d*)\.(?:com|net|de)$|-ctp\.trendmicro\.com$/;

/** The first label of a version of a site for phones, for a language or for a country. */
const VERSION = /^(?:m|mobile|[a-z]{2}(?:-[a-z]{2})?)\.(?=[^.]+\.)/;
/** A first label that says what a host of a site serves: applications, files, pictures, forms, invitations, payments. */
const PART =
  /^(?:app|api|assets|buy|cdn|create|dl|docs?|download|drive|embed|files?|forms?|gallery|get|go|i|images?|img|invite|link|litter|media|my|online|open|pages?|pay|public|raw|secure|share|sharing|spaces|static|support|u|uploader|video|viewer|view|wax|web)\.(?=[^.]+\.)/;

/** Shared hosts below which each name belongs to somebody, also a name that looks like a version. */
const WITH_TENANTS: ReadonlySet<string> = new Set(
  'canva.site carrd.co forms.app gitbook.io livejournal.com my.canva.site notion.site user.fm wordpress.com'.split(' '),
);

/** A host without the label of a version for phones or for a language; null if it has none. */
export function withoutVersion(host: string): string | null {
  const above = host.replace(VERSION, '');
  return above === host || WITH_TENANTS.has(above) ? null : above;
}

/** Whether a canonical host, with or without `www.`, is shared, or is a version or a part of a shared one (`m.vk.com`, `i.imgur.com`). */
export function isSharedHost(host: string): boolean {
  const bare = host.startsWith('www.') ? host.slice(4) : host;
  if (isPublishingHost(bare) || HOSTS.has(bare) || OF_MANY.has(siteOf(bare, bare.length))) return true;
  if (SHAPES.test(bare) || OF_MANY_BELOW.test(bare)) return true;
  const above = withoutVersion(bare) ?? bare.replace(PART, '');
  return !WITH_TENANTS.has(above) && (isPublishingHost(above) || HOSTS.has(above));
}

/** The shared hosts that are listed by name. */
export const sharedHosts = (): string[] => [...publishingHosts(), ...HOSTS];
