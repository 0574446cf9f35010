import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const described = z.object({ version: z.string(), license: z.string(), homepage: z.optional(z.string()) });

/** What licences ask of those who pass on a program: the file that is in every package, with the text for each dependency. */
export const LICENSES_NAME = 'licenses.txt';

/**
 * Writes {@link LICENSES_NAME} into a folder: name, version and licence text of each npm package. A package without a licence file is
 * named with its SPDX identifier and homepage.
 * @param packages names of packages in node_modules
 */
export async function writeLicenses(folder: string, packages: readonly string[]): Promise<void> {
  const texts = await Promise.all(packages.map(licenseOf));
  await writeFile(join(folder, LICENSES_NAME), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

async function licenseOf(name: string): Promise<string> {
  const folder = join('node_modules', name);
  const {
    version,
    license,
    homepage = '',
  } = described.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const file = (await readdir(folder)).sort().find((each) => /^(licen[cs]e|copying)/i.test(each));
  const text = file === undefined ? homepage : await readFile(join(folder, file), 'utf8');
  return `${name} ${version}, ${license}\n\n${text.trim()}\n`;
}
