import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../harness/browser.ts';
import { agreeToOptional, packageCopy } from '../harness/build.ts';
import { sharded } from '../harness/page/hostile.ts';
import { stopped } from '../harness/page/stopped.ts';
import { test as base, expect, untilSynced } from '../harness/test.ts';

const LISTED = 'drainer.wary.test';
const CLEAN = 'files.example';

/** A browser whose person lets the extension see downloads, with the folder into which it saves. */
const test = base.extend<{ files: { wary: Browser; saved: () => string[] } }>({
  files: async ({ service, site, relay }, use) => {
    const extension = packageCopy();
    agreeToOptional(extension);
    const folder = mkdtempSync(join(tmpdir(), 'wary-files-'));
    const wary = new Browser({ sitePort: site.port, servicePort: relay.port, extension });
    try {
      await wary.start();
      await wary.configure({ apiKey: service.keys.publishable });
      await untilSynced(wary);
      await sharded(wary);
      const tab = await wary.open('about:blank');
      const devTools = await wary.context.newCDPSession(tab);
      await devTools.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
      await use({ wary, saved: () => (existsSync(folder) ? readdirSync(folder) : []) });
    } finally {
      await wary.remove();
      for (const each of [extension, folder]) rmSync(each, { recursive: true, force: true });
    }
  },
});

test.beforeEach(({ site }) => {
  const attachment = {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="kit.bin"',
  };
  for (const host of [LISTED, CLEAN])
    site.on(host, '/kit', (_, response) => void response.writeHead(200, attachment).end('kit'));
});

test('no file of a listed site is saved, asked for by a frame or by a link, and the person reads so', {
  tag: '@smoke',
}, async ({ files: { wary, saved }, site }) => {
  site.on(CLEAN, '/', `<!doctype html><h1>clean</h1><iframe src="http://${LISTED}/kit"></iframe>`);
  const page = await wary.open(`http://${CLEAN}/`);
  const warning = () => wary.context.pages().find((open) => open.url().includes('/warning.html'));
  await expect.poll(warning).toBeDefined();
  await expect(warning()!.getByText('A file from this site was stopped')).toBeVisible();
  await expect(page.locator('h1')).toHaveText('clean');
  const tab = await wary.open('about:blank');
  await tab.goto(`http://${LISTED}/kit`).catch(() => undefined);
  await stopped(tab, LISTED);
  await expect.poll(() => site.requestsTo(LISTED).length).toBeGreaterThan(0);
  await page.goto(`http://${CLEAN}/kit`).catch(() => undefined);
  await expect.poll(saved).toHaveLength(1);
});
