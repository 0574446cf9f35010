import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicHalf, readPrivateKey } from '../../../../src/development/brand/key-file.ts';
import { archiveOf } from '../../../../src/development/package/archive.ts';
import { signedPackage } from '../../../../src/development/package/crx.ts';
import { chromeUpdates, firefoxUpdates } from '../../../../src/development/package/update-manifest.ts';
import { chromeIdOf } from '../../../../src/organization/identity.ts';
import { FolderServer } from '../../../fixtures/folder-server.ts';

type Manifest = Record<string, unknown> & { version: string };
type ChromeManifest = Manifest & { minimum_chrome_version: string };
type FirefoxManifest = Manifest & { browser_specific_settings: { gecko: { id: string; strict_min_version: string } } };

/** The web server from which an organization's packages are installed and updated; it serves a folder. */
export class UpdateSite extends FolderServer {
  readonly folder: string;

  constructor(folder = mkdtempSync(join(tmpdir(), 'wary-updates-'))) {
    super(folder);
    this.folder = folder;
  }

  url(name: string): string {
    return `${this.baseUrl}/${name}`;
  }

  override async stop(): Promise<void> {
    await super.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/**
 * Delivers the content of a folder with another manifest, signed with a key: an older or newer version of the same
 * extension.
 * @returns its id
 */
export async function deliver(
  site: UpdateSite,
  folder: string,
  keyFile: string,
  change: (manifest: ChromeManifest) => object,
): Promise<string> {
  const key = readPrivateKey(keyFile);
  const { manifest, zip } = await packed<ChromeManifest>(folder, ({ key: _, ...kept }) => ({
    ...(change(kept as ChromeManifest) as ChromeManifest),
    update_url: site.url('updates.xml'),
  }));
  const bytes = signedPackage(zip, key);
  const id = chromeIdOf(publicHalf(key));
  const { version, minimum_chrome_version: oldestBrowser } = manifest;
  writeFileSync(join(site.folder, `${version}.crx`), bytes);
  const offer = { id, version, url: site.url(`${version}.crx`), bytes };
  writeFileSync(join(site.folder, 'updates.xml'), chromeUpdates({ ...offer, oldestBrowser }));
  return id;
}

/**
 * Delivers the content of a folder to Firefox, under another version and unsigned.
 * @param first the file name requested by a first installation
 */
export async function deliverToFirefox(
  site: UpdateSite,
  folder: string,
  version: string,
  first: string,
): Promise<void> {
  const { manifest, zip: bytes } = await packed<FirefoxManifest>(folder, (manifest) => {
    const { gecko } = manifest.browser_specific_settings;
    const settings = { gecko: { ...gecko, update_url: site.url('updates.json') } };
    return { ...manifest, version, browser_specific_settings: settings };
  });
  const { id, strict_min_version: oldestBrowser } = manifest.browser_specific_settings.gecko;
  for (const name of [first, `${version}.xpi`]) writeFileSync(join(site.folder, name), bytes);
  const offer = { id, version, url: site.url(`${version}.xpi`), bytes };
  writeFileSync(join(site.folder, 'updates.json'), firefoxUpdates({ ...offer, oldestBrowser }));
}

/** A folder as a zip file, with another manifest. */
async function packed<Of extends Manifest>(
  folder: string,
  change: (manifest: Of) => Of,
): Promise<{ manifest: Of; zip: Buffer }> {
  const scratch = mkdtempSync(join(tmpdir(), 'wary-repack-'));
  try {
    const unpacked = join(scratch, 'extension');
    cpSync(folder, unpacked, { recursive: true });
    const file = join(unpacked, 'manifest.json');
    const manifest = change(JSON.parse(readFileSync(file, 'utf8')) as Of);
    writeFileSync(file, JSON.stringify(manifest));
    return { manifest, zip: await archiveOf(unpacked) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
