import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Brand } from '../organization/brand.ts';
import { readBrandFile } from '../organization/file.ts';
import { saveServiceList } from './bundled-list.ts';

export const BROWSERS = ['chrome', 'firefox', 'edge'] as const;
export type TargetBrowser = (typeof BROWSERS)[number];

export type BuildOptions = {
  readonly brandFile: string;
  readonly browser: TargetBrowser;
  /** `service`, `none`, or a folder with `version.json` and `snapshot.bin`. */
  readonly list: string;
  readonly out: string;
  readonly zip: boolean;
  /** An empty folder for what is needed during the build only. */
  readonly scratch: string;
};

/**
 * Builds the extension for one brand and browser and answers its folder.
 * @throws Error when the brand file is invalid, the list cannot be read, or the build fails
 */
export async function buildExtension(options: BuildOptions): Promise<string> {
  const { brand } = readBrandFile(options.brandFile);
  const list = await listFolder(options, brand);
  const wxt = spawn(
    process.execPath,
    ['node_modules/wxt/bin/wxt.mjs', options.zip ? 'zip' : 'build', '--browser', options.browser, '--mv3'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, WARY_BRAND: resolve(options.brandFile), WARY_LIST: list ?? '', WARY_OUT: options.out },
    },
  );
  const output: string[] = [];
  wxt.stdout.on('data', (chunk) => output.push(String(chunk)));
  wxt.stderr.on('data', (chunk) => output.push(String(chunk)));
  const [code] = await once(wxt, 'close');
  if (code !== 0) throw new Error(`The build failed:\n${output.join('')}`);
  return join(options.out, `${options.browser}-mv3`);
}

async function listFolder(
  options: BuildOptions,
  brand: Pick<Brand, 'serviceUrl' | 'publishableKey' | 'listPublicKeys' | 'listUrl'>,
): Promise<string | undefined> {
  if (options.list === 'none') return undefined;
  if (options.list !== 'service') return resolve(options.list);
  if (brand.publishableKey === '') {
    console.warn(
      'No list is bundled, because the brand has no publishable key: the first minute after install waits for the first sync.',
    );
    return undefined;
  }
  const endpoint = { baseUrl: brand.serviceUrl, apiKey: brand.publishableKey };
  const trust = { publicKeys: brand.listPublicKeys, listUrl: brand.listUrl ?? null };
  await saveServiceList(endpoint, options.scratch, trust);
  return options.scratch;
}
