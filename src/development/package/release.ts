import { mkdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { readBrandFile } from '../../organization/file.ts';
import { identityOf } from '../../organization/identity.ts';
import { publicHalf, readPrivateKey } from '../brand/key-file.ts';
import { CommandFault } from '../command-line.ts';
import { type BuildOptions, buildExtension, type TargetBrowser } from '../extension/build.ts';
import { firstPackage } from '../policy/browser.ts';
import { archiveOf } from './archive.ts';
import { billOf, readBundledPackages } from './bill.ts';
import { signedPackage } from './crx.ts';
import { notesOf, RECORD_NAME, type ReleaseRecord, recordOf, releaseRecord } from './notes.ts';
import { sourcesOf } from './sources.ts';
import type { ReleaseFile, ReleaseTarget } from './target.ts';
import { chromeUpdates, firefoxUpdates, sha256Of } from './update-manifest.ts';

export type ReleaseOptions = Omit<BuildOptions, 'browser'> & {
  /** What is served at the brand's update addresses. */
  readonly target: ReleaseTarget;
  /** What the organization enforces, for the notes; null where they say nothing of it. */
  readonly policy: Readonly<Record<string, unknown>> | null;
  /** File with the private half of the brand's key. */
  readonly keyFile: string;
  /** Whether what git tracks here is packed too, for a store that builds the package again. */
  readonly withSources: boolean;
  /** An XPI that Mozilla signed, made from the zip of an earlier run. Without one Firefox is not delivered to. */
  readonly signedXpi: string | undefined;
};

const builtManifest = z.object({
  version: z.string(),
  minimum_chrome_version: z.optional(z.string()),
  browser_specific_settings: z.optional(z.object({ gecko: z.object({ strict_min_version: z.string() }) })),
});

/**
 * Builds a brand for Chrome, Edge and Firefox and puts packages, bills of materials, notes, checksums and update manifests where browsers find
 * them. The manifests come last, so that no browser is sent to a package that is not there yet.
 * @returns the names of what was written
 * @throws CommandFault; BrandFileError; ListCheckFailed; Error where the build fails
 */
export async function release(options: ReleaseOptions): Promise<string[]> {
  const { brand } = readBrandFile(options.brandFile);
  const { chromeId, firefoxId, extensionKey } = identityOf(brand);
  const urls = brand.updateUrls;
  if (!urls?.chrome)
    throw new CommandFault('The brand names no updateUrls.chrome: say there where browsers find updates.xml');
  if (urls.edge && lastOf(urls.edge) === lastOf(urls.chrome))
    throw new CommandFault(
      `updateUrls.edge and updateUrls.chrome end in the same name, ${lastOf(urls.edge)}: give each a file of its own, or leave updateUrls.edge out`,
    );
  const key = readPrivateKey(options.keyFile);
  if (publicHalf(key) !== extensionKey)
    throw new CommandFault(`${options.keyFile} is not the key of the brand: its packages would have another id`);
  const { target } = options;
  const sources = options.withSources ? await sourcesOf(process.cwd(), options.brandFile) : null;
  const chrome = await packed(options, 'chrome');
  const edge = await packed(options, 'edge');
  const firefox = await packed(options, 'firefox');
  const { version } = chrome;
  const name = (browser: string, ending: string) => `${brand.slug}-${version}-${browser}.${ending}`;
  const chromium = [{ built: chrome, url: urls.chrome }, ...(urls.edge ? [{ built: edge, url: urls.edge }] : [])].map(
    ({ built, url }) => ({
      built,
      url,
      crx: { name: name(built.browser, 'crx'), bytes: signedPackage(built.zip, key) },
    }),
  );
  const xpi =
    options.signedXpi === undefined ? null : { name: name('firefox', 'xpi'), bytes: await readFile(options.signedXpi) };
  const packages: ReleaseFile[] = [
    ...chromium.map(({ crx }) => crx),
    ...[chrome, edge, firefox].flatMap(({ browser, zip, bill }) => [
      { name: name(browser, 'zip'), bytes: zip },
      { name: name(browser, 'cdx.json'), bytes: bill },
    ]),
    ...(sources ? [{ name: `${brand.slug}-${version}-sources.zip`, bytes: sources }] : []),
    ...(xpi ? [xpi] : []),
  ];
  const earlier = await earlierRecord(target);
  const changelog = await readFile('CHANGELOG.md', 'utf8');
  const record = recordOf(version, changelog, brand, options.policy);
  const notes = { name: `${brand.slug}-${version}.md`, bytes: notesOf(brand.name, record, earlier), isReplaced: true };
  const manifests: ReleaseFile[] = [
    ...chromium.map(({ built, url, crx }) => ({
      name: lastOf(url),
      bytes: chromeUpdates({
        ...{ id: chromeId, version, url: new URL(crx.name, url).href, bytes: crx.bytes },
        oldestBrowser: built.oldestBrowser,
      }),
    })),
    ...(xpi && urls.firefox
      ? [
          { name: firstPackage(brand.slug), bytes: xpi.bytes },
          {
            name: lastOf(urls.firefox),
            bytes: firefoxUpdates({
              ...{ id: firefoxId, version, url: new URL(xpi.name, urls.firefox).href, bytes: xpi.bytes },
              oldestBrowser: firefox.oldestBrowser,
            }),
          },
        ]
      : []),
    // Building the same version again keeps its record.
    ...(earlier?.version === version ? [] : [{ name: RECORD_NAME, bytes: `${JSON.stringify(record, null, 2)}\n` }]),
  ].map((file) => ({ ...file, isReplaced: true }));
  const checksums = packages.map(({ name, bytes }) => `${sha256Of(Buffer.from(bytes))}  ${name}\n`).join('');
  const summed = { name: `${brand.slug}-${version}.sha256`, bytes: checksums, isReplaced: true };
  const written = [...packages, summed, ...(earlier?.version === version ? [] : [notes]), ...manifests];
  for (const file of written) await target.write(file);
  return written.map((file) => file.name);
}

/** What the release before was made from; null where there is none, or one that says nothing. */
async function earlierRecord(target: ReleaseTarget): Promise<ReleaseRecord | null> {
  const text = await target.read(RECORD_NAME);
  if (text === null) return null;
  try {
    return releaseRecord.parse(JSON.parse(text));
  } catch (error) {
    throw new CommandFault(
      `${RECORD_NAME} of the release before cannot be read: remove it, and the notes start from nothing (${(error as Error).message})`,
    );
  }
}

async function packed(
  { target: _, keyFile: __, signedXpi: ___, policy: ____, withSources: _____, ...options }: ReleaseOptions,
  browser: TargetBrowser,
) {
  const scratch = join(options.scratch, browser);
  await mkdir(scratch, { recursive: true });
  const packages = join(scratch, 'packages');
  const folder = await buildExtension({ ...options, browser, scratch, packages });
  const { version, ...manifest } = builtManifest.parse(
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
  );
  const { gecko } = manifest.browser_specific_settings ?? {};
  const oldestBrowser = manifest.minimum_chrome_version ?? gecko?.strict_min_version ?? '0';
  const { slug } = readBrandFile(options.brandFile).brand;
  const subject = { name: `${slug}-${version}-${browser}`, version, packages: readBundledPackages(packages) };
  return { browser, zip: await archiveOf(folder), bill: await billOf(subject), version, oldestBrowser };
}

const lastOf = (url: string): string => basename(new URL(url).pathname);
