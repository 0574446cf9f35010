import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import build, { EXTENSION } from '../e2e/harness/build.ts';
import { Relay } from '../e2e/harness/relay.ts';
import { SERVICE_HOST, Service } from '../e2e/harness/service.ts';
import { Site } from '../e2e/harness/site.ts';
import { buildWithList } from '../matrix/first-minute.ts';
import { MATRIX_HOSTS } from '../matrix/hosts.ts';
import { STATES, type State } from '../matrix/state.ts';
import { leakTable } from '../matrix/table.ts';
import { type AheadLeaks, type AheadRig, measureAhead } from './cell.ts';
import { QuietBrowser } from './quiet-browser.ts';
import { AHEAD_WAYS } from './way.ts';

const HEAD = `# What leaks of a listed page that was loaded before its link was pressed

Written by \`npm run prerender\`; the cells are to be read as in \`test/matrix/leaks.md\`. Nothing is attached to a page here before it is
shown, because Chromium prerenders nothing for a page under DevTools: the clean page presses its own link. The first
column is the proof that each page is loaded ahead and then shown; the command fails where it is not. Where the page of
another column was not, the list below says so.
`;
const bare = 'no extension';
const CELLS = AHEAD_WAYS.length * (STATES.length + 1);
const PAGES = Array.from({ length: CELLS }, (_, at) => `campsite.bio/page-${at}`);

const measured: Record<string, Record<string, AheadLeaks>> = {};
let next = 0;
let broken = 0;
if (!process.env.WARY_SKIP_BUILD) await build();
const packaged = buildWithList([...MATRIX_HOSTS, ...PAGES]);
const site = new Site();
const service = new Service(['--poll-seconds', '2']);
const relay = new Relay(() => service.port);
const browsers: QuietBrowser[] = [];
try {
  await Promise.all([site.start(), service.start(), relay.start()]);
  await measureAll();
} finally {
  await Promise.allSettled(browsers.map((each) => each.stop()));
  await Promise.allSettled([relay.stop(), service.remove(), site.stop()]);
}
writeTable();
process.exit(broken > 0 ? 1 : 0);

async function measureAll(): Promise<void> {
  const file = join(service.folder, 'hosts.txt');
  writeFileSync(file, MATRIX_HOSTS.join('\n'));
  for (const page of PAGES) await service.command('block', page, '--page');
  await service.command('import', file, '--format', 'hosts');
  const plain = await browser();
  await cells({ browser: plain, site }, [bare]);
  await plain.stop();
  const extended = await browser(EXTENSION);
  await extended.configure(service.keys.publishable, MATRIX_HOSTS.length + PAGES.length);
  const fresh = async () => {
    const installed = await browser(packaged);
    await installed.configure(service.keys.publishable, MATRIX_HOSTS.length);
    return installed;
  };
  await cells({ browser: extended, site, relay, fresh }, STATES);
}

function writeTable(): void {
  const absent = Object.entries(measured).flatMap(([way, cells]) =>
    Object.entries(cells).flatMap(([state, { ahead }]) => (ahead ? [] : [`- ${way}: ${state}\n`])),
  );
  const results = new Map([
    ['Chromium', measured],
    ['Wary', measured],
  ]);
  const table = leakTable(AHEAD_WAYS, { Chromium: [bare], Wary: STATES }, results, HEAD);
  const without =
    'Cells in which the page was not there before its link was pressed, so that they tell of a plain link:';
  writeFileSync(join(import.meta.dirname, 'leaks.md'), `${table}\n${without}\n\n${absent.join('')}`);
}

async function browser(extension?: string): Promise<QuietBrowser> {
  const secure = Array.from({ length: CELLS }, (_, at) => `http://m${at}.matrix.test`).join(',');
  const quiet = new QuietBrowser([
    ...(extension ? [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`] : []),
    `--host-resolver-rules=MAP ${SERVICE_HOST} 127.0.0.1:${relay.port}, EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${site.port}`,
    // Only what comes over https is prefetched for another site; the sites of the tests do not.
    `--unsafely-treat-insecure-origin-as-secure=${secure}`,
  ]);
  await quiet.start();
  browsers.push(quiet);
  return quiet;
}

async function cells(rig: AheadRig, states: readonly (State | typeof bare)[]): Promise<void> {
  for (const way of AHEAD_WAYS)
    for (const state of states) {
      const leaks = await measureAhead(rig, way, state, next++);
      measured[way.name] = { ...measured[way.name], [state]: leaks };
      console.log(`${way.name}, ${state}: ${JSON.stringify(leaks)}`);
      if (state === bare ? !isProof(leaks, way.rule) : leaks.pixel + leaks.key > 0 || !leaks.stopped) broken += 1;
    }
}

/** Without an extension everything has to be seen, or the other cells prove nothing. */
function isProof({ ahead, activated, pixel, key }: AheadLeaks, rule: 'prerender' | 'prefetch'): boolean {
  return ahead && (activated || rule === 'prefetch') && pixel > 0 && key > 0;
}
