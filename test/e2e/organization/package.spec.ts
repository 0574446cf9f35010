import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { type Browser, visit } from '../harness/browser.ts';
import { buildFor, EXTENSION, FIREFOX_EXTENSION } from '../harness/build.ts';
import { expect, test } from '../harness/test.ts';

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile());
}

type Manifest = {
  description: string;
  permissions: string[];
  optional_permissions: string[];
  host_permissions: string[];
  content_scripts: { js: string[]; matches: string[] }[];
};
const readManifest = (): Manifest => JSON.parse(readFileSync(join(EXTENSION, 'manifest.json'), 'utf8'));

type Texts = Readonly<Record<string, { readonly message: string }>>;

const packed = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + deflateRawSync(readFileSync(join(EXTENSION, name))).byteLength, 0);

test('the package stays small: under 585 kB with one language and without a list, 27.6 kB for each other language', () => {
  const names = files(EXTENSION).filter((name) => !name.startsWith('list/'));
  const isOther = (name: string) => /^(_locales|privacy)\/(?!en\b)/.test(name);
  expect(packed(names.filter((name) => !isOther(name)))).toBeLessThan(585_000);
  const others = names.filter(isOther);
  expect(others.length).toBeGreaterThanOrEqual(3);
  for (const name of others) expect(packed([name]), name).toBeLessThan(27_600);
});

test('a browser describes the package in its own language, in the words of the brand', () => {
  expect(readManifest().description).toBe('__MSG_package_summary__');
  const said = (language: string) =>
    (JSON.parse(readFileSync(join(EXTENSION, `_locales/${language}/messages.json`), 'utf8')) as Texts).package_summary
      ?.message;
  expect(said('de')).toBe(
    'Stoppt Betrugsseiten und Wallet-Adressen von Betrügern, bevor sie schaden. Für die Leute von Acme.',
  );
  expect(said('ar')).toBe(said('en'));
});

test('the scripts of a page stay small on the wire', () => {
  const most: Record<string, number> = {
    'content-scripts/guard.js': 19_400,
    'content-scripts/accounts.js': 17_800,
    'content-scripts/addresses.js': 32_900,
    'wallet-watch.js': 4_500,
    'wallet-bridge.js': 2_500,
  };
  for (const [script, bytes] of Object.entries(most))
    expect(gzipSync(readFileSync(join(EXTENSION, script))).byteLength, script).toBeLessThan(bytes);
});

for (const [page, count, most] of [
  ['warning', 3, 28_200],
  ['popup', 4, 47_300],
] as const)
  test(`the ${page} loads ${count} scripts under ${most / 1_000} kB packed, and none for sections that are closed`, () => {
    const html = readFileSync(join(EXTENSION, `${page}.html`), 'utf8');
    const names = [...html.matchAll(/(?:src|href)="\/(chunks\/[^"]+\.js)"/g)].map(([, name]) => name!);
    const scripts = [...new Set(names)];
    expect(scripts).toHaveLength(count);
    expect(packed(scripts)).toBeLessThan(most);
    const texts = scripts.map((name) => readFileSync(join(EXTENSION, name), 'utf8'));
    for (const text of texts)
      for (const [, file] of text.matchAll(/from\s*"\.\/([^"]+)"/g)) expect(scripts).toContain(`chunks/${file}`);
  });

/** The scripts of the package that a page has run since it was opened, by the names of their chunks. */
async function scriptsOf(wary: Browser, address: string, act: (page: Page) => Promise<void> = async () => {}) {
  const page = await wary.context.newPage();
  await page.coverage.startJSCoverage();
  await visit(page, address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await act(page);
  const scripts = await page.coverage.stopJSCoverage();
  await page.close();
  return scripts.flatMap(({ url }) => /\/chunks\/([\w-]+)-[\w-]{8}\.js$/.exec(url)?.[1] ?? []).sort();
}

test('no page loads what it does not show: neither another page nor a part that is closed', async ({ wary }) => {
  const popup = (await wary.popup(await wary.open('http://quiet.example/'))).url();
  const [everywhere, often] = ['warning-shared', 'popup-shared'];
  const warning = `${wary.url('warning.html')}#http://drainer.wary.test/`;
  const settings = ['address', 'card', 'choice', 'confirmed', 'download', 'exchange', 'field', 'form', 'governed'];
  const own: Record<string, readonly string[]> = {
    [popup]: ['popup', 'popup', everywhere, often],
    [warning]: ['warning', 'warning', everywhere],
    [wary.url('settings.html')]: ['settings', ...settings, 'list', 'notices', 'words', everywhere, often],
    [wary.url('welcome.html')]: ['welcome', 'notices', everywhere, often],
    [wary.url('steps.html')]: ['steps', everywhere],
  };
  // What the person sent about the site comes a moment after the rest of the warning.
  const receipts = new Set(['address', 'asset', 'evm', 'lookup-form', 'receipt', 'shape', often]);
  // The buttons for a file of allowed sites come a moment after the rest of the settings.
  const isWhole = async (page: Page) => {
    if (page.url().endsWith('/settings.html'))
      await expect(page.getByRole('button', { name: 'Add from a file', includeHidden: true }).first()).toBeAttached();
  };
  for (const [address, scripts] of Object.entries(own)) {
    const loaded = await scriptsOf(wary, address, isWhole);
    expect(address === warning ? loaded.filter((name) => !receipts.has(name)) : loaded, address).toEqual(
      [...scripts].sort(),
    );
  }
  const opened = await scriptsOf(wary, popup, async (page) => {
    await page.getByRole('button', { name: 'Report this page' }).click();
    await expect(page.getByRole('button', { name: 'Send report' })).toBeVisible();
  });
  expect(opened).toEqual(expect.arrayContaining(['later', 'asset']));
});

test('an ordinary page gets one script, in all its frames', () => {
  const everywhere = readManifest().content_scripts.filter(({ matches }) =>
    matches.some((match) => match.startsWith('*://*/')),
  );
  expect(everywhere.map(({ js }) => js)).toEqual([['content-scripts/guard.js']]);
});

test('the package asks for no permission beyond those the README explains', { tag: '@smoke' }, () => {
  const explained = [
    ...(readFileSync('README.md', 'utf8').split('### Permissions')[1]?.split('\n## ')[0] ?? '').matchAll(
      /^\| `([\w<>]+)` \| (?!Firefox only)/gm,
    ),
  ].map((match) => match[1]);
  const { permissions, optional_permissions, host_permissions } = readManifest();
  expect([...permissions, ...optional_permissions, ...host_permissions].sort()).toEqual(explained.sort());
});

test('the package runs no code from elsewhere and creates none at run time', () => {
  for (const name of files(EXTENSION).filter((file) => /\.(js|html)$/.test(file))) {
    const text = readFileSync(join(EXTENSION, name), 'utf8');
    expect(text, name).not.toMatch(/\beval\(|new Function\(|<script[^>]+src="https?:/);
  }
});

test('the Firefox build passes the linter of its store without an error', async () => {
  test.setTimeout(120_000);
  await buildFor('firefox');
  const report = execFileSync(
    process.execPath,
    [
      'node_modules/web-ext/bin/web-ext.js',
      'lint',
      '--self-hosted',
      '--output',
      'json',
      '--source-dir',
      FIREFOX_EXTENSION,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const { summary, errors } = JSON.parse(report) as { summary: { errors: number }; errors: { message: string }[] };
  expect(errors.map((error) => error.message)).toEqual([]);
  expect(summary.errors).toBe(0);
});
