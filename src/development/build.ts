import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readBrandFile } from '../organization/file.ts';
import { type Arguments, runCommand, UsageError } from './command-line.ts';
import {
  ALLOW_OPTIONS,
  ALLOW_USAGE,
  allowedOf,
  BROWSERS,
  type BuildOptions,
  buildExtension,
  type TargetBrowser,
  timeOf,
} from './extension/build.ts';
import { archiveOf, differences, filesOf } from './package/archive.ts';
import { billOf, readBundledPackages } from './package/bill.ts';
import { sourcesOf } from './package/sources.ts';
import { sha256Of } from './package/update-manifest.ts';

const USAGE = `Builds the extension for one brand and one browser.

  npm run build -- [--brand FILE] [--browser chrome|firefox|edge] [--list SOURCE] [--out DIR] [--zip] [--sources]
  npm run build -- [--brand FILE] [--browser chrome|firefox|edge] --verify FILE

  --brand FILE     the brand (default src/organization/wary.json; README, "Brand")
  --browser NAME   chrome (default), firefox or edge
  --list SOURCE    the list that protects the first minute after install: "service" (default: the current one of the
                   brand's service), "none", or a folder that --keep-list wrote
  --keep-list DIR  also writes the list of the service into DIR, for the same build again
  --out DIR        default .output; the build lands in DIR/<browser>-mv3/
  --zip            also writes DIR/<slug>-<version>-<browser>.zip, and beside it its SHA-256 and its bill of materials
                   (CycloneDX)
  --sources        also writes DIR/<slug>-<version>-sources.zip and its SHA-256: what git tracks here, for a store that
                   builds the package again
  --verify FILE    builds the same again, with the list of that zip, and says whether the bytes are the same
${ALLOW_USAGE}`;

const OPTIONS = {
  brand: { type: 'string', default: 'src/organization/wary.json' },
  browser: { type: 'string', default: 'chrome' },
  list: { type: 'string', default: 'service' },
  'keep-list': { type: 'string' },
  out: { type: 'string', default: '.output' },
  zip: { type: 'boolean', default: false },
  sources: { type: 'boolean', default: false },
  verify: { type: 'string' },
  ...ALLOW_OPTIONS,
  help: { type: 'boolean', default: false },
} as const;

async function run({ values: args }: Arguments<typeof OPTIONS>): Promise<number> {
  if (!BROWSERS.includes(args.browser as TargetBrowser))
    throw new UsageError(`Unknown browser "${args.browser}": use ${BROWSERS.join(', ')}.`);
  const scratch = await mkdtemp(join(tmpdir(), 'wary-build-'));
  try {
    const options: BuildOptions = {
      ...{ brandFile: args.brand, browser: args.browser as TargetBrowser, list: args.list, out: args.out },
      ...{
        scratch,
        packages: join(scratch, 'packages'),
        keepList: args['keep-list'],
        allowed: allowedOf(args),
        now: timeOf(process.env),
      },
    };
    if (args.verify !== undefined) return await verify(options, args.verify);
    // Before the build, so that it fails early.
    const sources = args.sources ? await sourcesOf(process.cwd(), args.brand) : null;
    const folder = await buildExtension(options);
    console.log(`Built ${folder}`);
    const name = `${readBrandFile(args.brand).brand.slug}-${await versionOf(folder)}`;
    if (args.zip) console.log(`Packed ${await pack(options, folder, name)}`);
    if (sources) console.log(`Packed ${await writeSummed(join(args.out, `${name}-sources.zip`), sources)}`);
    return 0;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function versionOf(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { readonly version: string };
  return manifest.version;
}

async function pack({ browser, out, packages }: BuildOptions, folder: string, brandAndVersion: string) {
  const name = `${brandAndVersion}-${browser}`;
  const bill = { name, version: await versionOf(folder), packages: readBundledPackages(packages!) };
  await writeFile(join(out, `${name}.cdx.json`), await billOf(bill));
  return writeSummed(join(out, `${name}.zip`), await archiveOf(folder));
}

/** Writes a file, and its SHA-256 beside it. */
async function writeSummed(file: string, bytes: Buffer): Promise<string> {
  await writeFile(file, bytes);
  await writeFile(`${file}.sha256`, `${sha256Of(bytes)}  ${basename(file)}\n`);
  return file;
}

/** Builds what a zip should hold, with the list that it holds, and compares. */
async function verify(options: BuildOptions, file: string): Promise<number> {
  const archive = await readFile(file);
  const given = await filesOf(archive);
  const lists = [...given].filter(([name]) => name.startsWith('list/'));
  const saved = join(options.scratch, 'given');
  for (const [name, bytes] of lists) {
    await mkdir(dirname(join(saved, name)), { recursive: true });
    await writeFile(join(saved, name), bytes);
  }
  const list = lists.length > 0 ? join(saved, 'list') : 'none';
  // The list was checked when the zip was made.
  const allowed = new Set([...options.allowed, 'old-list', 'empty-list', 'unsigned-list'] as const);
  const folder = await buildExtension({ ...options, list, allowed, out: join(options.scratch, 'output') });
  const built = await archiveOf(folder);
  if (built.equals(archive)) {
    console.log(`${file} is what this commit and brand build, byte for byte.`);
    return 0;
  }
  const lines = differences(await filesOf(built), given);
  const reasons = lines.length > 0 ? lines : ['the files are the same, but packed by something else'];
  console.error(
    [`${file} is not what this commit and brand build:`, ...reasons.map((line) => `  - ${line}`)].join('\n'),
  );
  return 1;
}

process.exitCode = await runCommand({ options: OPTIONS, usage: USAGE, run, faults: [Error] });
