import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { bundledPackages, readBundledPackages } from './package/bill.ts';
import { writeLicenses } from './package/licenses.ts';

const USAGE = `Bundles the service for production: one folder that runs with Node and nothing else, "node DIR/service.js serve".

  npm run build:service -- [--out DIR]

  --out DIR    default .output/service; what is there is replaced`;

const ROOT = resolve(import.meta.dirname, '../..');
const SERVICE = join(ROOT, 'src/service');
const ENGINE = join(ROOT, 'node_modules/@electric-sql/pglite/dist');

/** `node:sqlite`, which locks a data folder, needs no flag from 22.13 on. */
const MIN_NODE_VERSION = '>=22.15';

/** What code reads at its own address, so that it must lie beside the code. */
const RUNTIME_FILES = [
  join(ROOT, 'LICENSE'),
  join(SERVICE, 'database/migrations'),
  ...(await assetsOf(join(SERVICE, 'desk'))),
  ...(await assetsOf(join(SERVICE, 'page/style'))),
  ...(await assetsOf(join(SERVICE, 'portal/check'))),
  join(ROOT, 'src/api/report/secret.js'),
  ...['pglite.wasm', 'pglite.data', 'initdb.wasm'].map((name) => join(ENGINE, name)),
];

/** The modules of worker threads; each becomes a file of its own, which code names by its address. */
const WORKERS = Object.fromEntries(
  [
    'database/engine/engine-worker.ts',
    'feature/import/format/document/document-worker.ts',
    'feature/text/text-worker.ts',
  ].map((path) => [basename(path, '.ts'), join(SERVICE, path)]),
);
/** What is read from another folder lies beside the code as well. */
const FAR_URL = /new URL\(["'](?:\.\.\/)+(?:[\w-]+\/)*([\w.-]+)["'],/g;
const WORKER_URL = /new URL\(["']\.\/([\w-]+-worker)\.ts["'],/g;

const { values } = parseArgs({
  options: { out: { type: 'string', default: '.output/service' }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
// The project's tsconfig.json, which a container does not copy, extends one that wxt makes.
if (existsSync(join(ROOT, 'tsconfig.json')) && !existsSync(join(ROOT, '.wxt/tsconfig.json')))
  await (await import('wxt')).prepare({ root: ROOT });
const folder = resolve(values.out);
const packages = join(folder, 'packages');
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await build({
  root: ROOT,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  plugins: [
    bundledPackages(packages),
    {
      name: 'addresses',
      transform: (code) => code.replace(WORKER_URL, "new URL('./$1.js',").replace(FAR_URL, "new URL('./$1',"),
    },
  ],
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: false,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      // The embedded engine evaluates code that it was compiled from.
      checks: { eval: false },
      input: { service: join(SERVICE, 'main.ts'), ...WORKERS },
      // All in one folder: wherever code ends up, what it reads at its own address is beside it.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
await Promise.all(RUNTIME_FILES.map((from) => cp(from, join(folder, basename(from)), { recursive: true })));
// Code of both folders of texts reads `locales` beside the bundle: one folder with the texts of both.
const [texts, ownTexts] = [join(ROOT, 'src/language/locales'), join(SERVICE, 'locales')];
await mkdir(join(folder, 'locales'));
for (const name of await readdir(ownTexts)) {
  const [shared, own] = await Promise.all(
    [texts, ownTexts].map(async (from) => JSON.parse(await readFile(join(from, name), 'utf8'))),
  );
  await writeFile(join(folder, 'locales', name), JSON.stringify({ ...shared, ...own }));
}
const { version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const described = {
  name: 'wary-service',
  version,
  license,
  private: true,
  type: 'module',
  engines: { node: MIN_NODE_VERSION },
};
await writeFile(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
await writeLicenses(folder, readBundledPackages(packages));
await rm(packages);
await requireWhole(folder);
console.log(`Built ${folder}: node ${join(values.out, 'service.js')} serve`);

async function assetsOf(path: string): Promise<string[]> {
  return (await readdir(path)).filter((name) => /\.(css|js)$/.test(name)).map((name) => join(path, name));
}

/** @throws Error when code of the bundle reads a file beside it that is not there, or imports what Node does not bring */
async function requireWhole(path: string): Promise<void> {
  const missing = new Set<string>();
  for (const name of (await readdir(path)).filter((file) => file.endsWith('.js'))) {
    const code = await readFile(join(path, name), 'utf8');
    for (const [, beside] of code.matchAll(/new URL\(\s*["']\.\/([^"']+)["'],\s*import\.meta\.url/g))
      if (!existsSync(join(path, beside!))) missing.add(`${name} reads ${beside}`);
    for (const [, from] of code.matchAll(/^(?:import|export)\b[^;\n]*?from\s*["']([^"'.][^"']*)["']/gm))
      if (!isBuiltin(from!)) missing.add(`${name} imports ${from}`);
  }
  if (missing.size > 0) throw new Error(`The bundle is not whole: ${[...missing].join(', ')}`);
}
