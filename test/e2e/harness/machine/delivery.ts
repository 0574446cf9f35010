import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicHalf, readPrivateKey } from '../../../../src/development/brand/key-file.ts';
import { archiveOf } from '../../../../src/development/package/archive.ts';
import { signedPackage } from '../../../../src/development/package/crx.ts';
import { chromeUpdates } from '../../../../src/development/package/update-manifest.ts';
import { chromeIdOf } from '../../../../src/organization/identity.ts';
import type { UpdateSite } from './update-site.ts';

type Manifest = Record<string, unknown> & { version: string; minimum_chrome_version: string };

/**
 * Delivers what lies in a folder with another manifest, signed with a key: an older or newer version of the same extension.
 * @returns its id
 */
export async function deliver(
  site: UpdateSite,
  folder: string,
  keyFile: string,
  change: (manifest: Manifest) => object,
): Promise<string> {
  const scratch = mkdtempSync(join(tmpdir(), 'wary-repack-'));
  try {
    const unpacked = join(scratch, 'extension');
    cpSync(folder, unpacked, { recursive: true });
    const file = join(unpacked, 'manifest.json');
    const key = readPrivateKey(keyFile);
    const { key: _, ...kept } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    const manifest: Manifest = { ...(change(kept as Manifest) as Manifest), update_url: site.url('updates.xml') };
    writeFileSync(file, JSON.stringify(manifest));
    const bytes = signedPackage(await archiveOf(unpacked), key);
    const id = chromeIdOf(publicHalf(key));
    const name = `${manifest.version}.crx`;
    writeFileSync(join(site.folder, name), bytes);
    const offer = { id, version: manifest.version, url: site.url(name), bytes };
    writeFileSync(
      join(site.folder, 'updates.xml'),
      chromeUpdates({ ...offer, oldestBrowser: manifest.minimum_chrome_version }),
    );
    return id;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
