import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const DATA = join(import.meta.dirname, '..', '..', '..', '..', '..', 'shared', 'data');
const SCAMSNIFFER = join(DATA, 'scamsniffer-domains.txt.gz');

/** The listed hosts of the real public lists beside this repository; undefined, and said so, where they are not there. */
export function realHosts(): string[] | undefined {
  const polkadot = join(DATA, 'polkadot-phishing.json');
  if (!existsSync(polkadot) || !existsSync(SCAMSNIFFER)) {
    console.log('The real lists are not beside this repository: hosts are made up instead.');
    return undefined;
  }
  const deny = (JSON.parse(readFileSync(polkadot, 'utf8')) as { deny: string[] }).deny;
  return distinct([...deny, ...scamSnifferLines()]);
}

/** The hosts of the list of crypto scams alone, without `www.`; undefined, and said so, where it is not there. */
export function realScamHosts(): string[] | undefined {
  if (existsSync(SCAMSNIFFER)) return distinct(scamSnifferLines().map((host) => host.replace(/^www\./, '')));
  console.log('The real list of scams is not beside this repository: it is left out.');
  return undefined;
}

const scamSnifferLines = (): string[] => gunzipSync(readFileSync(SCAMSNIFFER)).toString('utf8').split('\n');

const distinct = (hosts: readonly string[]): string[] =>
  [...new Set(hosts.map((host) => host.trim().replace(/\.+$/, '').toLowerCase()))].filter(Boolean);

/** The most visited hosts, for checks that must find nothing; made-up ones where the data is not there. */
export function cleanHosts(): string[] {
  const file = join(DATA, 'top-sites-10k.txt');
  if (!existsSync(file)) return madeUpHosts(10_000, 'clean');
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** `count` distinct host names that look like listed ones. */
export function madeUpHosts(count: number, word = 'claim'): string[] {
  return Array.from(
    { length: count },
    (_, index) =>
      `${word}-${((index * 2_654_435_761) % 4_294_967_296).toString(36)}.${index % 3 ? 'com' : 'pages.dev'}`,
  );
}
