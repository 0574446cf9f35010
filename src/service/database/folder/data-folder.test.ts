import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/temporary-folder.ts';
import { rowsOf } from '../database.ts';
import { DAMAGE, digestOf, makeDataFolder } from './data-folder.fixture.ts';
import { openDataFolder } from './data-folder.ts';
import { FolderInUse } from './folder-lock.ts';

const canMount = process.platform === 'linux' && process.getuid?.() === 0;
const embedded = inject('embeddedDatabase')!;

describe('a data folder', () => {
  let sound: string;
  beforeAll(async () => {
    sound = await mkdtemp(join(tmpdir(), 'wary-folder-'));
    await makeDataFolder(sound, embedded);
  });
  afterAll(() => rm(sound, { recursive: true }));
  const copy = async () => {
    const folder = join(await temporaryFolder(), 'data');
    await cp(sound, folder, { recursive: true });
    return folder;
  };

  for (const [kind, damage] of Object.entries(DAMAGE))
    it(`${kind} is refused and not changed`, async () => {
      const folder = await copy();
      await damage(folder, () => 0.3);
      const before = await digestOf(folder);
      const refusal = await openDataFolder(folder).catch((error: Error) => error);
      expect(String(refusal)).toMatch(/(FolderRefused|SchemaRefused): .*Nothing was changed\./);
      expect(String(refusal)).toContain(folder);
      expect(await digestOf(folder)).toBe(before);
    });

  it('opens with its data after a kill during a write', async () => {
    const folder = await copy();
    const first = await openDataFolder(folder);
    await first.database.execute(sql`insert into organizations (name, slug) values ('Acme', 'acme')`);
    // As its files lie now, without an end, a kill would leave them.
    const killed = join(await temporaryFolder(), 'data');
    await cp(folder, killed, { recursive: true });
    await first.close();
    const second = await openDataFolder(killed);
    expect(await rowsOf(second.database, sql`select slug from organizations`)).toEqual([{ slug: 'acme' }]);
    await second.close();
  });

  it('is made in an absent or empty folder, also after a first start that was killed', async () => {
    const folder = join(await temporaryFolder(), 'a/b');
    await mkdir(join(folder, 'database.new/base'), { recursive: true });
    const first = await openDataFolder(folder);
    expect(await rowsOf(first.database, sql`select count(*)::integer as count from organizations`)).toEqual([
      { count: 0 },
    ]);
    await expect(openDataFolder(folder)).rejects.toThrow(FolderInUse);
    await first.close();
    expect((await readdir(folder)).sort()).toEqual(['database', 'folder.lock']);
  });

  it('is not made among other files or over an unfinished restore', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'thesis.txt'), 'mine');
    await expect(openDataFolder(folder)).rejects.toThrow(/thesis\.txt.*Name an empty folder/);
    expect(await readdir(folder)).toEqual(['thesis.txt']);
    const restored = await temporaryFolder();
    await mkdir(join(restored, 'restoring'));
    await expect(openDataFolder(restored)).rejects.toThrow(/restore into .* has not ended/);
    await expect(openDataFolder(join(folder, 'thesis.txt'))).rejects.toThrow(/thesis\.txt cannot be read \(ENOTDIR/);
    await expect(openDataFolder('/proc/nope')).rejects.toThrow(/\/proc\/nope cannot be used/);
  });

  it.skipIf(!canMount)('is not changed on a full disk', async () => {
    const disk = await temporaryFolder();
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=90m', 'tmpfs', disk]).status).toBe(0);
    try {
      await expect(openDataFolder(join(disk, 'new'))).rejects.toThrow(/needs 128 MiB/);
      await cp(sound, join(disk, 'data'), { recursive: true });
      const before = await digestOf(disk);
      await expect(openDataFolder(join(disk, 'data'))).rejects.toThrow(
        /disk of .*data is full: the database needs 64 MiB/,
      );
      expect(await digestOf(disk)).toBe(before);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
});
