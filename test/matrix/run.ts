import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Browser } from '../e2e/harness/browser.ts';
import build from '../e2e/harness/build.ts';
import { Relay } from '../e2e/harness/relay.ts';
import { Service } from '../e2e/harness/service.ts';
import { Site } from '../e2e/harness/site.ts';
import { untilSynced } from '../e2e/harness/test.ts';
import { isTaken, type Leaks, measure, type Rig } from './cell.ts';
import { buildWithList } from './first-minute.ts';
import { MATRIX_HOSTS } from './hosts.ts';
import { PAGE_WAYS } from './page-ways.ts';
import { writePeer } from './peers.ts';
import { WORKER_PAGE, WORKER_SITE } from './site-worker.ts';
import { STATES, type State } from './state.ts';
import { leakTable } from './table.ts';

/**
 * What `npm run matrix` compares; `npm run matrix -- NAME …` measures only those anew, and `--way TEXT` only ways with this in
 * their name; the other cells stay as they were measured last.
 */
const METHODS: Record<string, readonly State[]> = {
  Wary: STATES,
  'tabs.update': ['worker running', 'worker stopped'],
  'script that asks': ['worker running', 'worker stopped'],
};
const FOLDER = join(import.meta.dirname, '..', '..', '.output', 'matrix');
const TABLE = join(import.meta.dirname, 'leaks.md');

type Measured = Record<string, Record<string, Leaks>>;

const {
  values: { way: only },
  positionals: asked,
} = parseArgs({ allowPositionals: true, options: { way: { type: 'string' } } });
const unknown = asked.filter((name) => !(name in METHODS));
if (unknown.length > 0) {
  console.error(`Unknown method ${unknown.join(', ')}: use ${Object.keys(METHODS).join(', ')}.`);
  process.exit(2);
}
mkdirSync(FOLDER, { recursive: true });
let broken = 0;
for (const [method, states] of Object.entries(METHODS)) {
  if (asked.length > 0 && !asked.includes(method)) continue;
  const measured = method === 'Wary' ? await ofWary(states) : await ofPeer(method as 'tabs.update', states);
  const kept = only === undefined ? {} : lastOf(method);
  writeFileSync(join(FOLDER, `${method}.json`), JSON.stringify({ ...kept, ...measured }));
  if (method !== 'Wary') continue;
  for (const [way, cells] of Object.entries(measured))
    for (const [state, { pixel, key }] of Object.entries(cells))
      if (pixel + key > 0) {
        broken += 1;
        console.error(`${way}, ${state}: ${pixel} frames and ${key} keys of a listed page`);
      }
}
const all = Object.keys(METHODS).map((method) => [method, lastOf(method)] as const);
writeFileSync(
  TABLE,
  leakTable(PAGE_WAYS, METHODS, new Map(all.filter(([, measured]) => Object.keys(measured).length > 0))),
);
console.log(`Wrote ${TABLE}`);
process.exit(broken > 0 ? 1 : 0);

/** What a method leaked when it was measured last; nothing where it never was. */
function lastOf(method: string): Measured {
  try {
    return JSON.parse(readFileSync(join(FOLDER, `${method}.json`), 'utf8')) as Measured;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

async function ofWary(states: readonly State[]): Promise<Measured> {
  if (!process.env.WARY_SKIP_BUILD) await build();
  const service = new Service(['--poll-seconds', '2']);
  await service.start();
  const file = join(service.folder, 'hosts.txt');
  writeFileSync(file, MATRIX_HOSTS.join('\n'));
  await service.command('import', file, '--format', 'hosts');
  const relay = new Relay(() => service.port);
  await relay.start();
  const site = new Site();
  await site.start();
  const secureOrigin = `http://${WORKER_SITE}`;
  const browser = new Browser({ sitePort: site.port, servicePort: relay.port, secureOrigin });
  await browser.start();
  await browser.configure({ apiKey: service.keys.publishable });
  await untilSynced(browser);
  const extension = buildWithList([...MATRIX_HOSTS, WORKER_PAGE]);
  const fresh = async () => {
    const installed = new Browser({ sitePort: site.port, servicePort: relay.port, extension, secureOrigin });
    await installed.start();
    await installed.configure({ apiKey: service.keys.publishable });
    return installed;
  };
  const measured = await cells({ browser, site, relay, service, fresh }, states);
  await browser.remove();
  await site.stop();
  await relay.stop();
  await service.remove();
  return measured;
}

async function ofPeer(method: 'tabs.update' | 'script that asks', states: readonly State[]): Promise<Measured> {
  const extension = writePeer(method);
  const site = new Site();
  await site.start();
  const browser = new Browser({ sitePort: site.port, extension, secureOrigin: `http://${WORKER_SITE}` });
  await browser.start();
  const measured = await cells({ browser, site }, states);
  await browser.remove();
  await site.stop();
  rmSync(extension, { recursive: true });
  return measured;
}

async function cells(rig: Rig, states: readonly State[]): Promise<Measured> {
  const measured: Measured = {};
  let next = 0;
  for (const way of PAGE_WAYS.filter(({ name }) => name.includes(only ?? '')))
    for (const state of states) {
      if (!isTaken(rig, way, state)) continue;
      const leaks = await measure(rig, way, state, next++);
      measured[way.name] = { ...measured[way.name], [state]: leaks };
      console.log(`${way.name}, ${state}: ${JSON.stringify(leaks)}`);
    }
  return measured;
}
