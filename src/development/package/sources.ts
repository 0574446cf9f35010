import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readBrandFile } from '../../organization/file.ts';
import { PICTURES } from '../../organization/picture.ts';
import { CommandFault } from '../command-line.ts';
import { archiveOfFiles } from './archive.ts';

/**
 * Packs what git tracks in a folder of the project, as it stands there: what a reviewer of a store builds the same package from. The same
 * files give the same bytes, whenever and wherever they are packed.
 * @param folder the top of the project in a checkout
 * @param brandFile the brand that is built: it and its pictures must be tracked too
 * @throws CommandFault outside a checkout, or where something is missing from what git tracks; BrandFileError
 */
export async function sourcesOf(folder: string, brandFile: string): Promise<Buffer> {
  const names = tracked(folder);
  const known = new Set(names.map((name) => resolve(folder, name)));
  const { brand } = readBrandFile(brandFile);
  const pictures = ['icon' as const, ...PICTURES.map(({ name }) => name)].flatMap((name) => brand[name] ?? []);
  const needed = [resolve(brandFile), ...pictures.map((picture) => resolve(dirname(brandFile), picture))];
  const foreign = needed.filter((file) => !known.has(file));
  if (foreign.length > 0)
    throw new CommandFault(
      `The sources would not build this brand, because git does not track ${foreign.join(' and ')}: add them to this checkout (git add)`,
    );
  const gone = names.filter((name) => !existsSync(join(folder, name)));
  if (gone.length > 0)
    throw new CommandFault(`Git tracks ${gone.join(', ')}, which is not there: restore it, or remove it from git`);
  return archiveOfFiles(folder, names);
}

/** Names as git writes them, with `/`. */
function tracked(folder: string): readonly string[] {
  try {
    const names = execFileSync('git', ['ls-files', '-z'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 2 ** 20,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const list = names.split('\0').filter((name) => name !== '');
    if (list.length > 0) return list;
  } catch (error) {
    throw new CommandFault(
      `The sources are what git tracks, and ${resolve(folder)} is no checkout that git can read: run this in a clone of the repository (${reasonOf(error)})`,
    );
  }
  throw new CommandFault(`The sources are what git tracks, and it tracks nothing in ${resolve(folder)}`);
}

const reasonOf = (error: unknown): string => {
  const { stderr, message } = error as Error & { readonly stderr?: string };
  return stderr?.trim() || message;
};
