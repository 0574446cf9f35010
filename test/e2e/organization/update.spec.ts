import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../harness/browser.ts';
import { EXTENSION } from '../harness/build.ts';
import { deliver, UpdateSite } from '../harness/machine/delivery.ts';
import { ManagedMachine } from '../harness/machine/managed-machine.ts';
import { expect, test } from '../harness/test.ts';

/** Permissions added after the first versions that people installed. */
const NEWER = ['contextMenus', 'sidePanel', 'scripting'];

test('an update with the newer permissions keeps the extension enabled; one with more permissions would not', async () => {
  test.skip(ManagedMachine.obstacle() !== null, ManagedMachine.obstacle() ?? '');
  test.setTimeout(300_000);
  const scratch = mkdtempSync(join(tmpdir(), 'wary-key-'));
  const key = join(scratch, 'key.pem');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const site = new UpdateSite();
  const machine = new ManagedMachine();
  await site.start();
  const id = await deliver(site, EXTENSION, key, ({ permissions, side_panel: _, ...manifest }) => ({
    ...manifest,
    version: '0.0.1',
    permissions: (permissions as string[]).filter((name) => !NEWER.includes(name)),
  }));
  // Installed by the machine, but not forced: the browser never asks about a forced extension.
  machine.policy('wary', {
    ExtensionSettings: { [id]: { installation_mode: 'normal_installed', update_url: site.url('updates.xml') } },
  });
  const browser = new Browser({ sitePort: 9, machine, installed: id });
  try {
    await browser.start();
    await browser.installed('0.0.1');
    expect((await browser.installation())?.state).toBe('ENABLED');

    await deliver(site, EXTENSION, key, (manifest) => ({ ...manifest, version: '0.0.2' }));
    await browser.update('0.0.2');
    expect(await browser.installation()).toMatchObject({ state: 'ENABLED' });
    const worker = await browser.worker();
    expect(await worker.evaluate(`chrome.permissions.contains({ permissions: ${JSON.stringify(NEWER)} })`)).toBe(true);

    await deliver(site, EXTENSION, key, ({ permissions, ...manifest }) => ({
      ...manifest,
      version: '0.0.3',
      permissions: [...(permissions as string[]), 'management'],
    }));
    await browser.update('0.0.3');
    expect(await browser.installation()).toMatchObject({ state: 'DISABLED' });
  } finally {
    await browser.remove();
    machine.remove();
    await site.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
});
