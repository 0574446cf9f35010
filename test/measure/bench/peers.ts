import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prefixOfExpression, urlExpressions } from '../../../src/asset/index.ts';
import { PrefixTable } from '../../../src/blocklist/codec/artifact.ts';
import { cleanHosts, madeUpHosts, realHosts } from './recognition/hosts.ts';
import { median, type Row } from './row.ts';

/** Where the peers are installed; git ignores it. */
const FOLDER = join('.output', 'peers');
const PEER = '@metamask/phishing-controller';
const VERSION = '15.0.0';

type Detector = { check(url: string): { result: boolean } };
type Peers = { PhishingDetector: new (lists: readonly object[]) => Detector };

/** MetaMask's detector in a pinned version, installed when it is asked for the first time. */
function phishingController(): Peers {
  if (!existsSync(join(FOLDER, 'node_modules', PEER))) {
    console.log(`Installing ${PEER} ${VERSION} to measure beside …`);
    const words = ['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', `${PEER}@${VERSION}`];
    if (spawnSync('npm', words, { stdio: 'inherit' }).status !== 0) throw new Error(`npm install of ${PEER} failed`);
  }
  return createRequire(join(process.cwd(), FOLDER, 'package.json'))(PEER) as Peers;
}

/** A whole check of a URL, local part only, by Wary and by MetaMask's detector over the same 100,000 hosts. */
export async function peerRows(): Promise<Row[]> {
  const listed = (realHosts() ?? madeUpHosts(100_000)).slice(0, 100_000);
  const clean = cleanHosts().map((host) => `https://${host}/`);
  const hits = listed.filter((_, index) => index % 50 === 0).map((host) => `https://${host}/`);
  const { PhishingDetector } = phishingController();
  const detector = new PhishingDetector([
    { allowlist: [], blocklist: listed, fuzzylist: [], tolerance: 0, name: 'bench', version: 1 },
  ]);
  const prefixes = new Uint32Array([...new Set(listed.map((host) => prefixOfExpression(`${host}/`)))]).sort();
  const table = PrefixTable.from(prefixes);
  const wary = (url: string) => urlExpressions(url).some((expression) => table.has(prefixOfExpression(expression)));
  const group = `A URL check against ${listed.length.toLocaleString('en')} listed hosts`;
  const rows: Row[] = [];
  for (const [kind, urls, sample] of [
    ['clean site', clean, 200],
    ['listed site', hits, 200],
  ] as const) {
    const theirs = perCallUs((url) => detector.check(url).result, urls.slice(0, sample), 3);
    const ours = perCallUs(wary, urls, 9);
    rows.push(
      { group, name: `MetaMask phishing-controller ${VERSION}, ${kind}`, value: theirs, unit: 'µs' },
      {
        group,
        name: `Wary, ${kind}`,
        value: ours,
        unit: 'µs',
        against: 'MetaMask',
        ratio: ours / theirs,
        detail: `${Math.round(theirs / ours).toLocaleString('en')} times faster`,
      },
    );
  }
  return rows;
}

/** Median microseconds of one check over several passes of all URLs. */
function perCallUs(check: (url: string) => boolean, urls: readonly string[], passes: number): number {
  const times: number[] = [];
  let found = 0;
  for (let pass = -1; pass < passes; pass += 1) {
    const start = performance.now();
    for (const url of urls) if (check(url)) found += 1;
    if (pass >= 0) times.push(((performance.now() - start) * 1000) / urls.length);
  }
  if (found < 0) throw new Error('unreachable: keeps the loop alive');
  return median(times);
}
