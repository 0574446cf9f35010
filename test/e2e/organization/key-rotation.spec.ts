import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Browser, visit } from '../harness/browser.ts';
import { Service } from '../harness/service.ts';
import { Site } from '../harness/site.ts';
import { expect, test } from '../harness/test.ts';

const BRAND = 'test/fixtures/brand';

/** A build with this key and the list's key, for Edge: Chromium loads the same, and no other test loads that build. */
async function build(folder: string, publishableKey: string, listPublicKeys: string[]): Promise<string> {
  cpSync(join(BRAND, 'e2e.svg'), join(folder, 'e2e.svg'));
  const brand = JSON.parse(readFileSync(join(BRAND, 'e2e.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'brand.json'), JSON.stringify({ ...brand, publishableKey, listPublicKeys }));
  const words = ['--brand', join(folder, 'brand.json'), '--browser', 'edge', '--list', 'none', '--out', folder];
  await promisify(execFile)(process.execPath, ['src/development/build.ts', ...words]);
  return join(folder, 'edge-mv3');
}

test('a new key for a build leaves nobody unprotected: after a restart, an update, and a fresh installation of the old build', async () => {
  test.setTimeout(4 * 60_000);
  const folder = mkdtempSync(join(tmpdir(), 'wary-key-'));
  const service = new Service(['--poll-seconds', '2']);
  const site = new Site();
  await Promise.all([service.start(), site.start()]);
  const make = ['keys', 'create', '--organization', 'acme', '--scope', 'protect', '--scope', 'report'];
  const keyIn = (text: string) => /\bwary_[\w-]+/.exec(text)![0];
  const key = keyIn(await service.command(...make, '--label', 'Build 1'));
  const listKeys = (await service.command('list-key')).match(/\b[0-9a-f]{64}\b/g)!;
  const extension = await build(folder, key, listKeys);
  const options = { sitePort: site.port, servicePort: service.port, extension };
  const [browser, late] = [new Browser(options), new Browser(options)];
  const lastSuccess = async (of: Browser) => (await of.send<{ lastSuccessAt: number }>('healthRead')).lastSuccessAt;
  const stops = async (of: Browser, host: string) => {
    await service.command('block', host, '--reason', 'Drainer');
    const page = await of.open('about:blank');
    await expect(async () => {
      await visit(page, `http://${host}/`);
      await expect(page).toHaveURL(/warning\.html/, { timeout: 700 });
      // With the service's reason, which it gives only to a valid key.
      await expect(page.getByRole('heading', { name: 'This site empties wallets' })).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000, intervals: [300] });
  };
  try {
    await browser.start();
    await stops(browser, 'before-rotation.test');

    const id = /^(\d+) .*Build 1$/m.exec(await service.command('keys', 'list'))![1]!;
    const rotated = await service.command('keys', 'rotate', id, '--label', 'Build 2');
    expect(keyIn(rotated)).not.toBe(key);
    const told = Date.now();
    await expect.poll(() => lastSuccess(browser), { timeout: 30_000 }).toBeGreaterThan(told);
    await service.command('keys', 'revoke', id);
    await stops(browser, 'after-rotation.test');

    await browser.restart();
    await stops(browser, 'after-restart.test');

    const file = join(extension, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
    writeFileSync(file, JSON.stringify({ ...manifest, version: '9.0.0' }));
    await browser.reloadExtension();
    await stops(browser, 'after-update.test');

    // A person who installs the old build now, or was away, has a revoked key.
    await late.start();
    await stops(late, 'late-install.test');
  } finally {
    await Promise.all([browser.remove(), late.remove()]);
    await Promise.all([service.remove(), site.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
});
