import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isPublicSuffix } from '../asset/listing/public-suffix.ts';
import { isNeverListedHost } from '../asset/url/host/never-list.ts';
import { isSharedHost } from '../asset/url/host/shared-host.ts';
import { recognizeUrl } from '../asset/url/recognize-url.ts';
import { type Arguments, CommandFault, runCommand } from './command-line.ts';

const USAGE = `Writes the sites on which people publish, from lists that others maintain, into src/asset/listing/publishing-sites.json.

  npm run publishing-sites [-- --from DIR --taken YYYY-MM-DD]

  --from DIR      reads the files of the lists from a folder, by the last part of their address, instead of fetching them
  --taken DATE    when they were fetched`;
const OPTIONS = { from: { type: 'string' }, taken: { type: 'string' }, help: { type: 'boolean' } } as const;

const TARGET = new URL('../asset/listing/publishing-sites.json', import.meta.url);
const WARNING_LISTS = 'https://raw.githubusercontent.com/MISP/misp-warninglists/main/lists';
const MAIL_DEFENCE = 'https://raw.githubusercontent.com/sublime-security/static-files/main';

const Site = z.object({
  url: z.string().optional(),
  urlMain: z.string().default(''),
  disabled: z.boolean().default(false),
});
const WarningList = z
  .object({ list: z.array(z.string()) })
  .transform(({ list }) => list.map((host) => host.replace(/^\./, '')));

/** A list: its address, the name of its file in a folder, and how its hosts are read. */
type Source = { readonly url: string; readonly file: string; readonly hosts: z.ZodType<readonly string[]> };
const warningList = (name: string): Source => ({
  url: `${WARNING_LISTS}/${name}/list.json`,
  file: `${name}.json`,
  hosts: WarningList,
});
const mailDefence = (name: string): Source => ({
  url: `${MAIL_DEFENCE}/${name}.txt`,
  file: `${name}.txt`,
  hosts: z.string().transform((text) => text.split(/\s+/)),
});

/**
 * Lists of sites with pages of their users (MIT), of short links, link pages and services that attackers publish on (CC0), and of
 * what filters for mail must not judge as a whole (MIT).
 */
const SOURCES: readonly Source[] = [
  {
    url: 'https://raw.githubusercontent.com/sherlock-project/sherlock/master/sherlock_project/resources/data.json',
    file: 'sherlock.json',
    hosts: z
      .record(z.string(), z.union([Site, z.unknown().transform(() => null)]))
      .transform((sites) => Object.values(sites).flatMap((site) => hostOf(site?.url))),
  },
  {
    url: 'https://raw.githubusercontent.com/soxoj/maigret/main/maigret/resources/data.json',
    file: 'maigret.json',
    hosts: z
      .object({ sites: z.record(z.string(), Site) })
      .transform(({ sites }) =>
        Object.values(sites).flatMap(({ url, urlMain, disabled }) =>
          disabled ? [] : hostOf(url?.replace('{urlMain}', urlMain).replace('{urlSubpath}', '')),
        ),
      ),
  },
  warningList('url-shortener'),
  warningList('link-in-bio'),
  warningList('lots-project'),
  mailDefence('url_shorteners'),
  mailDefence('free_file_hosts'),
  mailDefence('free_subdomain_hosts'),
  mailDefence('self_service_creation_platform_domains'),
  mailDefence('social_landing_hosts'),
  mailDefence('bulk_mailer_url_root_domains'),
];

/** Sites on which people publish that none of these lists has yet, by the sites themselves. */
const FURTHER = [
  // Source code, packages and applications
  'framagit.org salsa.debian.org git.sr.ht gitlab.freedesktop.org dev.azure.com pagure.io opendev.org gitverse.ru coding.net nuget.org pkg.go.dev',
  'mvnrepository.com anaconda.org community.chocolatey.org metacpan.org pub.dev jsr.io deno.land quay.io ghcr.io artifacthub.io apkpure.com apkpure.net',
  'apkmirror.com apkcombo.com aptoide.com uptodown.com softonic.com snapcraft.io marketplace.visualstudio.com open-vsx.org',
  // Short links and link pages
  'tinyurl.is shorturl.re short.link linktw.in shrtlnk.dev soo.gl l8.nu kurl.ru urlz.ir snipr.io s.lu shorten.so hab.me onelink.me smart.link adj.st',
  'go.link sng.link shlink.io pxl.to switchy.io urlgeni.us geni.us amzlink.to fas.st mybio.link instabio.cc linkgenie.co withkoji.com manylink.co',
  'poplme.co blinq.me hihello.com dot.cards linqapp.com lynx.bio wlo.link tapbio.com ffm.to fanlink.to songwhip.com hypeddit.com toneden.io',
  // Forms, appointments, events, donations, payments
  'fillout.com paperform.co app.paperform.co getform.io 123contactform.com zohoforms.com limesurvey.net surveyplanet.com surveysparrow.com involve.me',
  'heyflow.app formcrafts.com emailmeform.com crowdsignal.com poll.fm strawpoll.com acuityscheduling.com app.acuityscheduling.com setmore.com',
  'simplybook.me youcanbook.me appointlet.com picktime.com when2meet.com ticketleap.com ticketsource.co.uk universe.com humanitix.com crowdcast.io',
  'meet.jit.si 8x8.vc whereby.com classy.org mightycause.com wefunder.com republic.com subscribestar.com throne.com throne.me wishtender.com every.org',
  'endaoment.org bitpay.com pay.bitpay.com opennode.com strike.me cointr.ee buy.moonpay.com',
  // Files, pictures, boards
  'pan.quark.cn alipan.com lanzou.com lanzoui.com weiyun.com 115.com cowtransfer.com wenshushu.cn turbobit.net uploadgig.com rapidshare.com bayfiles.com',
  'racaty.net upload.ee filecrypt.cc filecrypt.co ddownload.com katfile.com userscloud.com usersdrive.com hexupload.net mexa.sh send.cm sendit.cloud',
  'sharefile.com magentacloud.de framadrop.org kdrive.infomaniak.com e.pcloud.link imgbb.com imgbox.com postimages.org photobucket.com gyazo.com',
  'snipboard.io paste.pics ibb.co.com slite.com nuclino.com getguru.com publish.obsidian.md pad.riseup.net typst.app app.zeplin.io mindmeister.com mm.tt',
  'coggle.it creately.com app.creately.com cacoo.com mindmup.com xmind.works mural.co conceptboard.com',
  // Blogs, communities, videos, tokens
  'webs.com yola.com tripod.com angelfire.com neocities.org bravenet.com homestead.com over-blog.com canalblog.com skyrock.com typepad.com hashnode.dev',
  'readymag.com muckrack.com clippings.me mastodon.world mas.to misskey.io lemmy.ml diaspora.social parler.com my.mail.ru bigo.tv kwai.com triller.co',
  'lemon8-app.com weibo.cn douyin.com kuaishou.com gfycat.com redgifs.com app.veed.io share.descript.com podcasters.spotify.com creators.spotify.com',
  'invite.gg discord.io tgstat.com tgstat.ru combot.org vb.me zalo.me u.wechat.com crossmint.com tofunft.com sudoswap.xyz alphabot.app atlas3.io',
  'subber.xyz sweepwidget.com viralsweep.com woorise.com defined.fi coinsniper.net coinmooner.com boardroom.io commonwealth.im orb.club',
].flatMap((group) => group.split(' '));

/** The host of a page of a user; none where the name of the user is in the host. */
function hostOf(template: string | undefined): string[] {
  const [, host] = /^https?:\/\/(?:www\.)?([^/{}]+)(?=[/?]|$)/.exec(template ?? '') ?? [];
  return host === undefined ? [] : [host.toLowerCase()];
}

/** Whether recognition takes a page of the host without this list. */
const isKnown = (host: string): boolean =>
  isSharedHost(host) ||
  isPublicSuffix(host) ||
  isNeverListedHost(host) ||
  recognizeUrl(`https://${host}/`)?.content !== host;

async function read({ url, file }: Source, from: string | undefined): Promise<unknown> {
  const text = from === undefined ? await fetched(url) : await readFile(join(from, file), 'utf8');
  return file.endsWith('.json') ? JSON.parse(text) : text;
}

async function fetched(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new CommandFault(`${url} answered ${answer.status}`);
  return answer.text();
}

async function run({ values: { from, taken } }: Arguments<typeof OPTIONS>): Promise<number> {
  const hosts = new Set(FURTHER);
  for (const source of SOURCES) for (const host of source.hosts.parse(await read(source, from))) hosts.add(host);
  const own = [...hosts].filter((host) => /^[a-z0-9.-]+\.[a-z]{2,}$/.test(host) && !isKnown(host)).sort();
  const date = taken ?? new Date().toISOString().slice(0, 10);
  const sources = SOURCES.map(({ url }) => url);
  await writeFile(TARGET, `${JSON.stringify({ taken: date, sources, hosts: own.join(' ') }, null, 2)}\n`);
  console.log(`${own.length} sites that are not known otherwise, of ${hosts.size}`);
  return 0;
}

process.exitCode = await runCommand({ options: OPTIONS, usage: USAGE, run });
