import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/fixtures/temporary-folder.ts';
import { CommandFault } from '../command-line.ts';
import { filesOf } from './archive.ts';
import { sourcesOf } from './sources.ts';

const FILES = ['acme/e2e.json', 'acme/e2e.svg', 'src/ä.ts'];

/** A folder with a brand and a source, and what `git` gets there. */
async function folderWith(...commands: string[][]) {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, 'src'));
  for (const name of ['e2e.json', 'e2e.svg']) cpSync(`test/fixtures/brand/${name}`, join(folder, 'acme', name));
  writeFileSync(join(folder, 'src/ä.ts'), 'export const a = 1;\n');
  for (const command of commands) execFileSync('git', command, { cwd: folder });
  return { folder, brandFile: join(folder, 'acme/e2e.json') };
}
const TRACKED = [
  ['init', '-q'],
  ['add', '.'],
];

describe('the sources', () => {
  it('are what git tracks and nothing else, with the same bytes from another folder', async () => {
    const [one, other] = [await folderWith(...TRACKED), await folderWith(...TRACKED)];
    writeFileSync(join(other.folder, 'acme/key.pem'), 'secret');
    const zip = await sourcesOf(one.folder, one.brandFile);
    expect((await sourcesOf(other.folder, other.brandFile)).equals(zip)).toBe(true);
    expect([...(await filesOf(zip)).keys()].sort()).toEqual(FILES);
    appendFileSync(join(other.folder, 'src/ä.ts'), '//');
    expect((await sourcesOf(other.folder, other.brandFile)).equals(zip)).toBe(false);
  });

  it('are not packed outside a checkout, nor where git tracks nothing', async () => {
    const outside = await folderWith();
    await expect(sourcesOf(outside.folder, outside.brandFile)).rejects.toThrow(
      /is no checkout that git can read: run this in a clone of the repository \(fatal: not a git repository/,
    );
    const empty = await folderWith(['init', '-q']);
    const packed = sourcesOf(empty.folder, empty.brandFile);
    await expect(packed).rejects.toThrow(CommandFault);
    await expect(packed).rejects.toThrow('it tracks nothing in');
  });

  it('are not packed without a file that the brand is built from, nor without one that git tracks', async () => {
    const { folder, brandFile } = await folderWith(['init', '-q'], ['add', 'src', 'acme/e2e.json']);
    await expect(sourcesOf(folder, brandFile)).rejects.toThrow(
      `git does not track ${join(folder, 'acme/e2e.svg')}: add them to this checkout (git add)`,
    );
    execFileSync('git', ['add', '.'], { cwd: folder });
    rmSync(join(folder, 'src/ä.ts'));
    await expect(sourcesOf(folder, brandFile)).rejects.toThrow('Git tracks src/ä.ts, which is not there');
  });
});
