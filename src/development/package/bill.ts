import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import * as z from 'zod/mini';
import { CommandFault } from '../command-line.ts';

const PACKAGE = /\/node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//;

/**
 * The package that a module is from, as its folder below `node_modules`, where one may be in another's own; null for a module of this
 * repository.
 */
const packageOf = (moduleId: string): string | null =>
  PACKAGE.exec(moduleId.replaceAll('\\', '/').replace(/^\0/, ''))?.[1] ?? null;

/**
 * Writes the packages of which something is in the bundle into a file, one a line, as often as they are met. Without a file
 * nothing is written.
 */
export function bundledPackages(file: string | undefined): Plugin {
  return {
    name: 'wary:bundled-packages',
    generateBundle(_, bundle) {
      if (!file) return;
      const modules = Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk'
          ? Object.entries(chunk.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []))
          : [],
      );
      const names = new Set(modules.map(packageOf).filter((name) => name !== null));
      if (names.size > 0) appendFileSync(file, `${[...names].join('\n')}\n`);
    },
  };
}

/** What {@link bundledPackages} wrote, sorted. */
export function readBundledPackages(file: string): string[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  return [...new Set(lines.filter((line) => line !== ''))].sort();
}

/** What of a bill `npm sbom` writes is kept; every other field of a component stays as it is. */
const written = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  components: z.array(
    z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string(), purl: z.string() }),
  ),
  dependencies: z._default(z.array(z.object({ ref: z.string(), dependsOn: z._default(z.array(z.string()), []) })), []),
});

/** The versions in a lock file, by folder. */
const lockFile = z.object({ packages: z.record(z.string(), z.object({ version: z.optional(z.string()) })) });

const MAX_BYTES = 64 * 1024 * 1024;

export type BillSubject = {
  /** Name of the package without its ending, such as `acme-1.2.0-chrome`. */
  readonly name: string;
  readonly version: string;
  /** The packages of which something is in it, as {@link readBundledPackages} has them. */
  readonly packages: readonly string[];
};

/**
 * The software bill of materials of a package (CycloneDX, JSON): what `npm sbom` says about the lock file, cut to what is in the package. Without the
 * time, the number and the tool of the run, so that the same commit gives the same bytes.
 * @throws CommandFault where npm fails, or knows no package of that name
 */
export async function billOf({ name, version, packages }: BillSubject): Promise<string> {
  const bill = written.parse(JSON.parse(await npmBill()));
  const lock = lockFile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')));
  const components = packages.map((wanted) => {
    const locked = lock.packages[`node_modules/${wanted}`]?.version;
    const name = wanted.split('/node_modules/').at(-1);
    const found = bill.components.find((component) => component.name === name && component.version === locked);
    if (!found) throw new CommandFault(`${wanted} is in the package, but not in package-lock.json`);
    return found;
  });
  const included = new Set(components.map((component) => component['bom-ref']));
  const ref = `${name}@${version}`;
  const dependencies = bill.dependencies
    .filter((dependency) => included.has(dependency.ref))
    .map((dependency) => ({
      ref: dependency.ref,
      dependsOn: dependency.dependsOn.filter((each) => included.has(each)).sort(),
    }));
  const component = { 'bom-ref': ref, type: 'application', name, version };
  const lines = {
    $schema: `http://cyclonedx.org/schema/bom-${bill.specVersion}.schema.json`,
    ...{ bomFormat: bill.bomFormat, specVersion: bill.specVersion, version: 1, metadata: { component } },
    components: components.map(({ scope: _, properties: __, ...kept }) => kept),
    dependencies: [{ ref, dependsOn: [...included].sort() }, ...dependencies.sort((a, b) => (a.ref < b.ref ? -1 : 1))],
  };
  return `${JSON.stringify(lines, null, 2)}\n`;
}

async function npmBill(): Promise<string> {
  // What is bundled is a development dependency, which npm leaves out where NODE_ENV says production, as a build in the same process does.
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include=dev'];
  // npm sets npm_execpath for the scripts that it runs, and npx to itself; anything else finds npm on the PATH.
  const npm = process.env.npm_execpath;
  const [command, given] = npm?.endsWith('npm-cli.js') ? [process.execPath, [npm, ...words]] : ['npm', words];
  try {
    return (await promisify(execFile)(command, given, { maxBuffer: MAX_BYTES })).stdout;
  } catch (error) {
    throw new CommandFault(`npm could not write the bill of materials: ${(error as Error).message}`, { cause: error });
  }
}
