import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { readBrandFile } from '../../organization/file.ts';
import { identityOf } from '../../organization/identity.ts';
import { publicHalf, readPrivateKey } from '../brand/key-file.ts';
import { type BuildOptions, buildExtension } from '../extension.ts';
import { firstPackage } from '../policy/firefox.ts';
import { archiveOf } from './archive.ts';
import { signedPackage } from './crx.ts';
import { chromeUpdates, firefoxUpdates, sha256Of } from './update-manifest.ts';

/** A release cannot be made; the message says why and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

export type ReleaseOptions = Omit<BuildOptions, 'browser'> & {
  /** The folder that a web server serves at the brand's update addresses. */
  readonly to: string;
  /** File with the private half of the brand's key. */
  readonly keyFile: string;
  /** An XPI that Mozilla signed, made from the zip of an earlier run. Without one Firefox is not delivered to. */
  readonly signedXpi: string | undefined;
};

const builtManifest = z.object({
  version: z.string(),
  minimum_chrome_version: z.optional(z.string()),
  browser_specific_settings: z.optional(z.object({ gecko: z.object({ strict_min_version: z.string() }) })),
});

/**
 * Builds a brand for Chrome, Edge and Firefox and puts packages, update manifests and checksums where browsers find them. The manifests come last,
 * so that no browser is sent to a package that is not there yet.
 * @returns the names of what was written
 * @throws ReleaseError; BrandFileError; KeyFileError; DoubtfulList; Error where the build fails
 */
export async function release(options: ReleaseOptions): Promise<string[]> {
  const { brand } = readBrandFile(options.brandFile);
  const { chromeId, firefoxId, extensionKey } = identityOf(brand);
  const urls = brand.updateUrls;
  if (!urls?.chrome)
    throw new ReleaseError('The brand names no updateUrls.chrome: say there where browsers find updates.xml');
  const key = readPrivateKey(options.keyFile);
  if (publicHalf(key) !== extensionKey)
    throw new ReleaseError(`${options.keyFile} is not the key of the brand: its packages would have another id`);
  const folder = resolve(options.to);
  await mkdir(folder, { recursive: true });
  const chrome = await packed(options, 'chrome');
  const firefox = await packed(options, 'firefox');
  const name = (browser: string, ending: string) => `${brand.slug}-${chrome.version}-${browser}.${ending}`;
  const crx = { name: name('chrome', 'crx'), bytes: signedPackage(chrome.zip, key) };
  const xpi =
    options.signedXpi === undefined ? null : { name: name('firefox', 'xpi'), bytes: await readFile(options.signedXpi) };
  const packages = [
    crx,
    { name: name('chrome', 'zip'), bytes: chrome.zip },
    { name: name('firefox', 'zip'), bytes: firefox.zip },
    ...(xpi ? [xpi, { name: firstPackage(brand.slug), bytes: xpi.bytes }] : []),
  ];
  const manifests = [
    {
      name: lastOf(urls.chrome),
      bytes: chromeUpdates({
        ...{ id: chromeId, version: chrome.version, url: new URL(crx.name, urls.chrome).href, bytes: crx.bytes },
        oldestBrowser: chrome.oldestBrowser,
      }),
    },
    ...(xpi && urls.firefox
      ? [
          {
            name: lastOf(urls.firefox),
            bytes: firefoxUpdates({
              ...{
                id: firefoxId,
                version: firefox.version,
                url: new URL(xpi.name, urls.firefox).href,
                bytes: xpi.bytes,
              },
              oldestBrowser: firefox.oldestBrowser,
            }),
          },
        ]
      : []),
  ];
  const checksums = packages.map(({ name, bytes }) => `${sha256Of(bytes)}  ${name}\n`).join('');
  const written = [...packages, { name: `${brand.slug}-${chrome.version}.sha256`, bytes: checksums }, ...manifests];
  for (const file of written) await put(folder, file);
  return written.map((file) => file.name);
}

async function packed(
  { to: _, keyFile: __, signedXpi: ___, ...options }: ReleaseOptions,
  browser: 'chrome' | 'firefox',
) {
  const scratch = join(options.scratch, browser);
  await mkdir(scratch, { recursive: true });
  const folder = await buildExtension({ ...options, browser, scratch });
  const manifest = builtManifest.parse(JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')));
  const { gecko } = manifest.browser_specific_settings ?? {};
  const oldestBrowser = manifest.minimum_chrome_version ?? gecko?.strict_min_version ?? '0';
  return { zip: await archiveOf(folder), version: manifest.version, oldestBrowser };
}

const lastOf = (url: string): string => basename(new URL(url).pathname);

/** Nobody is served half of a file. */
async function put(folder: string, { name, bytes }: { name: string; bytes: Uint8Array | string }): Promise<void> {
  const beside = join(folder, `.${name}.part`);
  await writeFile(beside, bytes);
  await rename(beside, join(folder, name));
}
