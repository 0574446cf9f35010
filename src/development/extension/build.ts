import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Brand } from '../../organization/brand.ts';
import { readBrandFile } from '../../organization/file.ts';
import { readBundledPackages } from '../package/bill.ts';
import { writeLicenses } from '../package/licenses.ts';
import { type BundledTrust, checkSavedList, LIST_CHECKS, type ListCheck, saveServiceList } from './list.ts';

export const BROWSERS = ['chrome', 'firefox', 'edge'] as const;
export type TargetBrowser = (typeof BROWSERS)[number];

export type BuildOptions = {
  readonly brandFile: string;
  readonly browser: TargetBrowser;
  /** `service`, `none`, or a folder with a list that was saved. */
  readonly list: string;
  /** Where the list of the service is kept for other builds. */
  readonly keepList?: string | undefined;
  readonly out: string;
  /** The checks of the list that may fail. */
  readonly allowed: ReadonlySet<ListCheck>;
  /** Time of the build, in ms since epoch. */
  readonly now: number;
  /** A file for the names of the packages in the bundle. */
  readonly packages?: string | undefined;
  /** An empty folder for temporary files. */
  readonly scratch: string;
};

/**
 * Builds the extension for one brand and browser. @returns its folder
 * @throws Error when the brand file is invalid, the list cannot be read or fails a check, or the build fails
 */
export async function buildExtension(options: BuildOptions): Promise<string> {
  const { brand } = readBrandFile(options.brandFile);
  const list = await listFolder(options, brand);
  const packages = resolve(options.packages ?? join(options.scratch, 'packages'));
  await mkdir(dirname(packages), { recursive: true });
  const wxt = spawn(
    process.execPath,
    ['node_modules/wxt/bin/wxt.mjs', 'build', '--browser', options.browser, '--mv3'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...{ WARY_BRAND: resolve(options.brandFile), WARY_LIST: list ?? '', WARY_OUT: options.out },
        WARY_PACKAGES: packages,
      },
    },
  );
  const output: string[] = [];
  wxt.stdout.on('data', (chunk) => output.push(String(chunk)));
  wxt.stderr.on('data', (chunk) => output.push(String(chunk)));
  const [code] = await once(wxt, 'close');
  if (code !== 0) throw new Error(`The build failed:\n${output.join('')}`);
  const folder = join(options.out, `${options.browser}-mv3`);
  await writeLicenses(folder, readBundledPackages(packages));
  return folder;
}

async function listFolder(
  options: BuildOptions,
  brand: Pick<Brand, 'serviceUrl' | 'publishableKey' | 'listPublicKeys' | 'listUrl'>,
): Promise<string | undefined> {
  if (options.list === 'none') return undefined;
  const { allowed, now } = options;
  const trust: BundledTrust = { publicKeys: brand.listPublicKeys, listUrl: brand.listUrl ?? null, allowed, now };
  if (options.list !== 'service') {
    const folder = resolve(options.list);
    checkSavedList(folder, trust);
    return folder;
  }
  if (brand.publishableKey === '')
    throw new Error(
      'The brand has no publishableKey, so its service gives no list to bundle, and the first minute after install would be unprotected: name a key, or build with --list none.',
    );
  const folder = resolve(options.keepList ?? options.scratch);
  await mkdir(folder, { recursive: true });
  await saveServiceList({ baseUrl: brand.serviceUrl, apiKey: brand.publishableKey }, folder, trust);
  return folder;
}

/** Options that allow a build whose list fails a check. */
export const ALLOW_OPTIONS = {
  'allow-empty-list': { type: 'boolean', default: false },
  'allow-old-list': { type: 'boolean', default: false },
  'allow-unsigned-list': { type: 'boolean', default: false },
} as const satisfies Record<`allow-${ListCheck}`, object>;

export const ALLOW_USAGE = `  --allow-empty-list, --allow-old-list, --allow-unsigned-list
                   build although the list is empty, lacks what was listed last, or is not signed as the brand wants it`;

/** The checks that these arguments allow to fail. */
export const allowedOf = (words: Readonly<Partial<Record<string, unknown>>>): ReadonlySet<ListCheck> =>
  new Set(LIST_CHECKS.filter((check) => words[`allow-${check}`] === true));

/**
 * The time of the build, in ms since epoch: `SOURCE_DATE_EPOCH` where it is set.
 * @throws Error where that is no number of seconds
 * @see https://reproducible-builds.org/specs/source-date-epoch/
 */
export function timeOf({ SOURCE_DATE_EPOCH: seconds }: NodeJS.ProcessEnv): number {
  if (seconds === undefined || seconds === '') return Date.now();
  if (!/^\d{1,12}$/.test(seconds)) throw new Error(`SOURCE_DATE_EPOCH must be a number of seconds, not "${seconds}"`);
  return Number(seconds) * 1000;
}
