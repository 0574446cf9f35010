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

/** Lists of sites with pages of their users (MIT), of short links, link pages and services that attackers publish on (CC0). */
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
];

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
  if (from !== undefined) return JSON.parse(await readFile(join(from, file), 'utf8'));
  const answer = await fetch(url);
  if (!answer.ok) throw new CommandFault(`${url} answered ${answer.status}`);
  return answer.json();
}

async function run({ values: { from, taken } }: Arguments<typeof OPTIONS>): Promise<number> {
  const hosts = new Set<string>();
  for (const source of SOURCES) for (const host of source.hosts.parse(await read(source, from))) hosts.add(host);
  const own = [...hosts].filter((host) => /^[a-z0-9.-]+\.[a-z]{2,}$/.test(host) && !isKnown(host)).sort();
  const date = taken ?? new Date().toISOString().slice(0, 10);
  const sources = SOURCES.map(({ url }) => url);
  await writeFile(TARGET, `${JSON.stringify({ taken: date, sources, hosts: own.join(' ') }, null, 2)}\n`);
  console.log(`${own.length} sites that are not known otherwise, of ${hosts.size}`);
  return 0;
}

process.exitCode = await runCommand({ options: OPTIONS, usage: USAGE, run });
