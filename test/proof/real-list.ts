/**
 * The proof on real lists: imports the public lists beside this repository into a fresh service, then in a real Chromium
 * visits listed hosts chosen at random, each of which must be stopped before a pixel of it is shown, and 10,000 popular
 * sites, none of which may be warned about unless it is truly listed. Takes several minutes; `npm run proof`.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../src/development/install/chromium.ts';
import { cleanHosts, realHosts } from '../bench/recognition/hosts.ts';
import { percentile } from '../bench/row.ts';
import { Browser } from '../e2e/harness/browser.ts';
import build from '../e2e/harness/build.ts';
import { Relay } from '../e2e/harness/relay.ts';
import { Service } from '../e2e/harness/service.ts';
import { html, Site } from '../e2e/harness/site.ts';
import { redFrames, Screencast } from './pixels.ts';

const DATA = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');
const LISTED = Number(process.env.PROOF_LISTED ?? 200);
const CLEAN = Number(process.env.PROOF_CLEAN ?? 10_000);
const TABS = 4;
const RED =
  '<!doctype html><title>site</title><style>html{background:#f00}</style><script>navigator.sendBeacon("/ran")</script>';

const hosts = realHosts();
if (!hosts || !existsSync(DATA)) {
  console.error('The proof needs the real lists in ../shared/data beside this repository: nothing was run.');
  process.exit(1);
}
await build();

const service = new Service();
const site = new Site();
const relay = new Relay(() => service.port);
await Promise.all([service.start(), site.start(), relay.start()]);
const browser = new Browser({ sitePort: site.port, servicePort: relay.port });
const plain = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  for (const [file, format] of [
    ['polkadot-phishing.json', 'polkadot-phishing'],
    ['scamsniffer-domains.txt.gz', 'hosts'],
  ] as const) {
    const start = performance.now();
    console.log(await service.command('import', join(DATA, file), '--format', format));
    console.log(`${file} took ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  }
  await browser.start();
  await browser.configure({ apiKey: service.keys.publishable });
  const entries = await untilEntries(browser, 100_000);
  console.log(`The browser holds ${entries.toLocaleString('en')} entries.`);

  await visitListed(await listedSample(hosts));
  await visitClean();
} finally {
  await Promise.all([browser.remove(), plain.close()]);
  await Promise.all([service.remove(), site.stop(), relay.stop()]);
}

/** Hosts chosen at random among those that the service itself says are blocked. */
async function listedSample(all: readonly string[]): Promise<string[]> {
  const sample: string[] = [];
  while (sample.length < LISTED) {
    const host = all[Math.floor(Math.random() * all.length)]!;
    if (!sample.includes(host) && (await status(host)) === 'BLOCKED') sample.push(host);
  }
  return sample;
}

async function status(content: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${service.port}/api/v2/asset/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'X-API-KEY': service.keys.protect },
    body: JSON.stringify({ content }),
  });
  return ((await response.json()) as { status: string }).status;
}

async function visitListed(sample: readonly string[]): Promise<void> {
  const judge = await plain.newPage();
  const confirmsBefore = relay.to('/asset/blocklist/confirm').length;
  const times: number[] = [];
  let stopped = 0;
  let reached = 0;
  let ran = 0;
  let shown = 0;
  let frames = 0;
  for (const host of sample) {
    site.on(host, '*', (_, response) => html(response, RED));
    const page = await browser.context.newPage();
    const cast = await Screencast.watch(page);
    const start = performance.now();
    await page.goto(`http://${host}/`, { waitUntil: 'commit' }).catch(() => {});
    if (await warned(page, host)) stopped += 1;
    else console.log(`NOT STOPPED: ${host} → ${page.url()}`);
    times.push(performance.now() - start);
    await page.waitForTimeout(150);
    await cast.stop();
    const red = await redFrames(judge, cast.frames);
    if (red > 0) shown += 1;
    frames += cast.frames.length;
    if (site.requestsTo(host).length > 0) reached += 1;
    if (site.ran(host)) ran += 1;
    await page.close();
  }
  console.log(`
Listed hosts visited        ${sample.length}
  stopped                   ${stopped}
  a pixel was shown         ${shown} (of ${frames} frames looked at)
  request reached the host  ${reached}
  script of the page ran    ${ran}
  visit to warning, ms      ${percentile(times, 0.5).toFixed(0)} median, ${percentile(times, 0.95).toFixed(0)} p95
  confirm requests          ${relay.to('/asset/blocklist/confirm').length - confirmsBefore}`);
  if (stopped !== sample.length || shown > 0) process.exitCode = 1;
}

/** True as soon as the tab shows the warning for this host, within five seconds. */
async function warned(page: Page, host: string): Promise<boolean> {
  for (let attempt = 0; attempt < 250; attempt += 1) {
    if (page.url().startsWith(browser.url('warning.html')) && (await page.title().catch(() => '')) !== '') {
      const text = await page
        .locator('body')
        .textContent()
        .catch(() => '');
      if (text?.includes(host) || text?.includes(host.split('.')[0] ?? host)) return true;
    }
    await page.waitForTimeout(20);
  }
  return false;
}

async function visitClean(): Promise<void> {
  const queue = cleanHosts().slice(0, CLEAN);
  const total = queue.length;
  const confirmsBefore = relay.to('/asset/blocklist/confirm').length;
  const crossingsBefore = relay.crossings.length;
  const wrong: string[] = [];
  const listed: string[] = [];
  const start = performance.now();
  const visit = async () => {
    const page = await browser.context.newPage();
    for (let host = queue.pop(); host; host = queue.pop()) {
      if (queue.length % 1_000 === 0) console.log(`  ${queue.length.toLocaleString('en')} popular sites left`);
      await page.goto(`http://${host}/`, { waitUntil: 'load', timeout: 10_000 }).catch(() => {});
      await page
        .waitForURL((url) => url.hostname === host || url.protocol === 'chrome-extension:', { timeout: 5_000 })
        .catch(() => {});
      if (!page.url().startsWith('chrome-extension:')) continue;
      // A hit of the short prefix alone shows the checking page and comes back by itself.
      await page.waitForURL((url) => url.hostname === host, { timeout: 3_000 }).catch(() => {});
      if (page.url().startsWith('chrome-extension:')) ((await status(host)) === 'BLOCKED' ? listed : wrong).push(host);
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: TABS }, visit));
  const seconds = (performance.now() - start) / 1000;
  const asked = relay.to('/asset/blocklist/confirm').length - confirmsBefore;
  console.log(`
Popular sites visited       ${total} (${(total / seconds).toFixed(0)} a second, ${TABS} tabs)
  warned, and truly listed  ${listed.length}${listed.length ? ` (${listed.join(', ')})` : ''}
  warned, not listed        ${wrong.length}${wrong.length ? ` (${wrong.join(', ')})` : ''}
  confirm requests          ${asked}
  other requests            ${relay.crossings.length - crossingsBefore - asked}`);
  if (wrong.length > 0) process.exitCode = 1;
}

async function untilEntries(browser: Browser, least: number): Promise<number> {
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const health = await browser.send<{ list: { entries: number } | null }>('listSync');
    if ((health.list?.entries ?? 0) >= least) return health.list!.entries;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error('The browser did not get the list within a minute');
}
