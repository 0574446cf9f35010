import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BareChromium, type BareTab } from '../bench/devtools.ts';
import { endExtensionProcess } from '../bench/extension-process.ts';
import { EXTENSION_ID } from '../bench/listed-browser.ts';
import { median } from '../bench/row.ts';
import build, { EXTENSION } from '../e2e/harness/build.ts';
import { redPart } from '../e2e/harness/pixels.ts';
import { SERVICE_HOST, Service } from '../e2e/harness/service.ts';
import { storeSettings } from '../e2e/harness/settings.ts';
import { Site } from '../e2e/harness/site.ts';

const DELAYS = [0, 20, 50, 100, 200];
const STATES = ['warm', 'cold', 'cold process'] as const;
type State = (typeof STATES)[number];
/** One visit: what of the page was there, and milliseconds from leaving the start page to the warning. */
type Visit = { request: boolean; script: boolean; visible: boolean; red: boolean; warned: number };

const runs = Number(process.argv[2] ?? 30);
if (!Number.isInteger(runs) || runs < 1) {
  console.error('Use `npm run curves` or `npm run curves -- RUNS`, RUNS being the visits for each cell (30).');
  process.exit(2);
}
if (!process.env.WARY_SKIP_BUILD) await build();

const HOSTS = Array.from({ length: DELAYS.length * STATES.length * runs }, (_, at) => `c${at}.curve.test`);
const service = new Service(['--poll-seconds', '2']);
await service.start();
const file = join(service.folder, 'hosts.txt');
writeFileSync(file, HOSTS.join('\n'));
await service.command('import', file, '--format', 'hosts');
const site = new Site();
await site.start();
site.on('start.example', '/', '<!doctype html><title>start</title><h1>start</h1>');
const browser = new BareChromium();
await browser.start([
  `--disable-extensions-except=${EXTENSION}`,
  `--load-extension=${EXTENSION}`,
  `--host-resolver-rules=MAP ${SERVICE_HOST} 127.0.0.1:${service.port}, EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${site.port}`,
]);
await sync();

const lines: string[] = [];
let next = 0;
for (const state of STATES) {
  // An open page of the extension keeps its process alive when its worker ends.
  const page = state === 'cold process' ? null : await browser.tab(`chrome-extension://${EXTENSION_ID}/settings.html`);
  const cells: string[] = [];
  for (const delay of DELAYS) {
    const visits: Visit[] = [];
    for (let run = 0; run < runs; run += 1) visits.push(await visit(HOSTS[next++]!, state, delay));
    const count = (kind: 'script' | 'visible' | 'red') => visits.filter((each) => each[kind]).length;
    const warned = median(visits.map((each) => each.warned));
    cells.push(`${count('script')}/${count('visible')}/${count('red')} (${warned.toFixed(0)} ms)`);
    console.log(`${state}, ${delay} ms: ${cells.at(-1)}, of ${runs}`);
  }
  lines.push(`| ${state} | ${cells.join(' | ')} |`);
  await page?.close();
}
await browser.stop();
await site.stop();
await service.remove();
const table = [
  '# Leaks of a listed page against the delay of its server',
  '',
  `Written by \`npm run curves\`; ${runs} visits a cell, each to a host that was never confirmed before, by a script of a clean page.`,
  'A cell says: visits in which a script of the page ran / the first frame of the page was not hidden / a pixel of it was painted',
  '(median from leaving the page before to the warning).',
  '',
  `| worker | ${DELAYS.map((delay) => `${delay} ms`).join(' | ')} |`,
  `|---|${DELAYS.map(() => '---|').join('')}`,
  ...lines,
  '',
].join('\n');
writeFileSync(join(import.meta.dirname, 'curves.md'), table);
console.log(table);
process.exit(0);

/** Waits until the extension has the list with the hosts of this run, and closes what it opened when it was installed. */
async function sync(): Promise<void> {
  const tab = await browser.tab(`chrome-extension://${EXTENSION_ID}/settings.html`);
  await tab.evaluate('new Promise((resolve) => setTimeout(resolve, 1000))');
  await tab.evaluate(storeSettings(JSON.stringify({ apiKey: service.keys.publishable })));
  const held = await tab.evaluate<number>(`(async () => {
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const health = await chrome.runtime.sendMessage({ name: 'listSync', request: {} });
      const { shards } = await chrome.storage.local.get('shards');
      if (health?.list?.entries >= ${HOSTS.length} && shards) return shards.entries;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    return 0;
  })()`);
  if (held < HOSTS.length) throw new Error('The extension did not get the list within 30 s');
  await tab.close();
  const { targetInfos } = (await browser.send('Target.getTargets')) as {
    targetInfos: { targetId: string; url: string }[];
  };
  for (const { targetId, url } of targetInfos)
    if (url.endsWith('/welcome.html')) await browser.send('Target.closeTarget', { targetId });
}

async function visit(host: string, state: State, delay: number): Promise<Visit> {
  site.on(host, '*', ({ path }, response) => {
    if (path === '/visible') return void response.writeHead(204).end();
    const look = `requestAnimationFrame(()=>{const s=getComputedStyle(document.documentElement);if(s.opacity!=='0'&&s.display!=='none')navigator.sendBeacon('/visible')})`;
    const text = `<!doctype html><style>html{background:#e00}</style><script>navigator.sendBeacon('/ran');${look}</script><h1>listed</h1>`;
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end(text),
      delay,
    );
  });
  const tab = await browser.tab('http://start.example/');
  await tab.send('Page.bringToFront');
  let red = false;
  await tab.watchFrames((png) => {
    red ||= redPart(png) > 0.05;
  });
  await prepare(tab, state);
  const start = performance.now();
  await tab.evaluate(`void (location.href = 'http://${host}/')`);
  await warning(tab, host);
  const warned = performance.now() - start;
  await new Promise((resolve) => setTimeout(resolve, 100));
  await tab.close();
  const seen = site.requestsTo(host).map(({ path }) => path);
  const of = (path: string) => seen.some((each) => each.startsWith(path));
  return { request: seen.length > 0, script: of('/ran'), visible: of('/visible'), red, warned };
}

async function prepare(tab: BareTab, state: State): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 150));
  if (state === 'warm') return;
  if (state === 'cold process') {
    await endExtensionProcess(browser, tab);
  } else {
    await tab.send('ServiceWorker.enable');
    await tab.send('ServiceWorker.stopAllWorkers');
    await tab.send('ServiceWorker.disable');
  }
  await new Promise((resolve) => setTimeout(resolve, 150));
}

async function warning(tab: BareTab, host: string): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const url = await tab.evaluate<string>('location.href').catch(() => '');
    if (url.includes(`/warning.html#http://${host}/`)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No warning stood in the place of ${host} within 5 s`);
}
