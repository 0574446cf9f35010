import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import JSZip from 'jszip';

/** The earliest date of a zip, the same for every build. */
const DATE = new Date(Date.UTC(1980, 0, 1));
const FILE_MODE = 0o100644;

/** Packs all files of a folder: the same files give the same bytes, whatever their dates, rights and order on the disk. */
export async function archiveOf(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const names = files.map((file) =>
    file
      .slice(folder.length + 1)
      .split(sep)
      .join('/'),
  );
  return archiveOfFiles(folder, names);
}

/** Packs these files of a folder as {@link archiveOf} packs all; their names are relative to it, with `/`. */
export async function archiveOfFiles(folder: string, names: readonly string[]): Promise<Buffer> {
  const zip = new JSZip();
  for (const name of [...names].sort((a, b) => (a < b ? -1 : 1)))
    zip.file(name, await readFile(join(folder, name)), {
      date: DATE,
      unixPermissions: FILE_MODE,
      createFolders: false,
    });
  return zip.generateAsync({
    type: 'nodebuffer',
    platform: 'UNIX',
    compression: 'DEFLATE',
    compressionOptions: { level: 9 },
  });
}

/** The files of a zip by name. @throws Error for what is no zip */
export async function filesOf(archive: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  const zip = await JSZip.loadAsync(archive);
  const files = Object.values(zip.files).filter(({ dir }) => !dir);
  return new Map(await Promise.all(files.map(async (file) => [file.name, await file.async('uint8array')] as const)));
}

/** How another package differs from one, a line for each file; empty where all files are the same. */
export function differences(
  one: ReadonlyMap<string, Uint8Array>,
  other: ReadonlyMap<string, Uint8Array>,
): readonly string[] {
  const names = [...new Set([...one.keys(), ...other.keys()])].sort();
  return names.flatMap((name) => {
    const [first, second] = [one.get(name), other.get(name)];
    if (!second) return [`${name} is missing`];
    if (!first) return [`${name} should not be there`];
    return Buffer.from(first).equals(second) ? [] : [`${name} is another one`];
  });
}
