import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildWithList } from '../../measure/leaks/state/first-minute.ts';
import { Browser, visit } from '../harness/browser.ts';
import { EXTENSION } from '../harness/build.ts';
import { LISTED, Marks } from '../harness/page/marks.ts';
import { watchPixels } from '../harness/page/pixels.ts';
import { stopped } from '../harness/page/stopped.ts';
import { expect, test, untilSynced } from '../harness/test.ts';

const HOST = 'open.example';
const PAGE = `<!doctype html><title>open</title><style>body{margin:40px}a{display:block;font-size:40px}</style>
<a href="http://drainer.wary.test/claim">claim</a><p>Send to ${LISTED}</p><textarea></textarea>`;
const AROUND =
  '<!doctype html><title>around</title><iframe src="http://frame.wary.test/" width="900" height="600"></iframe>';
const CONFIRM = '/asset/blocklist/confirm';

/** A page in use, with unsaved input. */
async function inUse(wary: Browser): Promise<Page> {
  const tab = await wary.open(`http://${HOST}/`);
  await tab.locator('textarea').fill('not saved');
  return tab;
}

const written = (tab: Page) => tab.locator('textarea').inputValue();

/** How often the address of a page is marked; its link is marked once its site is known as listed. */
const marksOf = async (tab: Page) => (await new Marks(tab).underlined()).filter((text) => text === LISTED).length;

/** Checks that a page in use has its marks, each once, and its input. */
async function isGuarded(tab: Page): Promise<void> {
  await expect.poll(() => marksOf(tab)).toBe(1);
  expect(await written(tab)).toBe('not saved');
}

test.setTimeout(180_000);
test.beforeEach(({ site }) => site.on(HOST, '/', PAGE));

test('a page that was open when the extension was installed is protected like a new one, and keeps what was typed', async ({
  site,
  relay,
  service,
}) => {
  const folder = buildWithList(['drainer.wary.test']);
  const wary = new Browser({ sitePort: site.port, servicePort: relay.port, extension: null });
  try {
    await wary.start();
    site.on(HOST, '/', PAGE.replace(LISTED, 'nobody'));
    const tab = await inUse(wary);
    site.on(HOST, '/', PAGE);
    const listed = await wary.open('http://drainer.wary.test/');
    await wary.install(folder);
    expect(await written(tab)).toBe('not saved');
    await wary.configure({ apiKey: service.keys.publishable });
    await untilSynced(wary);
    await tab.bringToFront();
    await tab.evaluate((address) => document.body.append(`And to ${address}`), LISTED);
    await isGuarded(tab);
    await stopped(listed, 'drainer.wary.test');
    const after = await wary.open(`http://${HOST}/`);
    await expect.poll(() => marksOf(after)).toBe(1);
    expect(site.requestsTo(HOST).length).toBe(2);
  } finally {
    await wary.remove();
  }
});

test('after an update of the extension an open page is protected and marked by the new version only', async ({
  site,
  relay,
  service,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'wary-updated-'));
  cpSync(EXTENSION, folder, { recursive: true });
  const wary = new Browser({ sitePort: site.port, servicePort: relay.port, extension: folder });
  try {
    await wary.start();
    await wary.configure({ apiKey: service.keys.publishable });
    await untilSynced(wary);
    const tab = await inUse(wary);
    await expect.poll(() => new Marks(tab).shown()).toBe(1);
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, version: '9.9.9' }));
    await wary.reloadExtension();
    await tab.bringToFront();
    await isGuarded(tab);
    expect(await (await wary.worker()).evaluate('chrome.runtime.getManifest().version')).toBe('9.9.9');
    expect(site.requestsTo(HOST).length).toBe(1);
  } finally {
    await wary.remove();
    rmSync(folder, { recursive: true });
  }
});

test('after a crash of the extension an open page is protected and marked, once, and a listed one does not open', async ({
  wary,
}) => {
  const tab = await inUse(wary);
  await expect.poll(() => new Marks(tab).shown()).toBe(1);
  await (await wary.worker()).evaluate('globalThis.isBeforeCrash = true');
  await wary.crashExtension();
  await tab.bringToFront();
  await isGuarded(tab);
  expect(await (await wary.worker()).evaluate('globalThis.isBeforeCrash')).toBeUndefined();
  expect(await new Marks(tab).shown()).toBe(1);
  await stopped(await wary.open('http://drainer.wary.test/'), 'drainer.wary.test');
});

test('a listed page and a listed frame that were open are replaced by the warning when the extension is switched on again', async ({
  wary,
  site,
}) => {
  site.on('around.example', '/', AROUND);
  await wary.switchExtension(false);
  const listed = await wary.open('http://drainer.wary.test/');
  const around = await wary.open('http://around.example/');
  await expect.poll(() => site.ran('frame.wary.test')).toBe(true);
  await wary.switchExtension(true);
  await stopped(listed, 'drainer.wary.test');
  await expect
    .poll(() => around.frames().map((frame) => frame.url()))
    .toEqual(['http://around.example/', expect.stringContaining('warning.html#http://frame.wary.test/')]);
});

test('a frame that waits for its verdict during a reload of the extension stays covered until the new one ends it', async ({
  wary,
  site,
  relay,
}) => {
  site.on('around.example', '/', AROUND);
  const around = await wary.open(`http://${HOST}/`);
  const painted = await watchPixels(wary.context, around);
  relay.fault = ({ path }) => path.endsWith(CONFIRM);
  await visit(around, 'http://around.example/');
  await expect.poll(() => relay.to(CONFIRM).length).toBeGreaterThan(0);
  relay.fault = undefined;
  await wary.reloadExtension();
  await around.bringToFront();
  await expect
    .poll(() => around.frames().map((frame) => frame.url()))
    .toEqual(['http://around.example/', expect.stringContaining('warning.html#http://frame.wary.test/')]);
  expect(painted().red).toBe(0);
});

test('a page loses its marks and keeps what was typed when the extension is removed', async ({ wary, site }) => {
  const tab = await inUse(wary);
  await expect.poll(() => new Marks(tab).shown()).toBe(1);
  await wary.switchExtension(false);
  await tab.bringToFront();
  for (const at of [20, 30]) await tab.mouse.move(at, at);
  await expect.poll(() => new Marks(tab).shown()).toBe(0);
  await expect.poll(() => new Marks(tab).underlined()).toEqual([]);
  expect(await written(tab)).toBe('not saved');
  expect(site.requestsTo(HOST).length).toBe(1);
});
