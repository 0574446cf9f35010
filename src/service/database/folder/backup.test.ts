import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { temporaryFolder } from '../../../../test/fixtures/temporary-folder.ts';
import { migrateEmbedded } from '../connection.ts';
import { rowsOf } from '../database.ts';
import { laterSchema } from '../later-schema.fixture.ts';
import { restoreBackup } from './backup.ts';
import { DAMAGE, makeDataFolder } from './data-folder.fixture.ts';
import { type Backup, openDataFolder } from './data-folder.ts';
import { backUpInto, backupAge } from './scheduled-backup.ts';

const embedded = inject('embeddedDatabase')!;
const slugs = async (folder: string) => {
  const { database, close } = await openDataFolder(folder);
  const rows = await rowsOf<{ slug: string }>(database, sql`select slug from organizations order by id`);
  await close();
  return rows.map(({ slug }) => slug);
};
/** Runs a function of a module here in a process of its own, which is killed after a while. */
async function killedAfter(ms: number, module: string, call: string): Promise<void> {
  const script = `const module = await import(${JSON.stringify(new URL(module, import.meta.url).href)}); await module.${call};`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
  const gone = once(child, 'exit');
  setTimeout(() => child.kill('SIGKILL'), ms);
  await gone;
}

describe('a backup', () => {
  let sound: string;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    sound = await mkdtemp(join(tmpdir(), 'wary-folder-'));
    await makeDataFolder(join(sound, 'data'), embedded);
    const { database, close } = await openDataFolder(join(sound, 'data'));
    await database.execute(sql`insert into organizations (name, slug) values ('Acme', 'acme')`);
    await close();
    await writeFile(join(sound, 'data/demo-keys.json'), '{"user":"wary_x"}\n', { mode: 0o600 });
  });
  afterAll(() => rm(sound, { recursive: true }));
  beforeEach(async () => {
    const scratch = await temporaryFolder();
    folder = join(scratch, 'data');
    file = join(scratch, 'data.tar.gz');
    await cp(join(sound, 'data'), folder, { recursive: true });
  });

  it('is written regularly, counts once it was restored, and only the newest stay', { timeout: 60_000 }, async () => {
    const target = join(folder, '..', 'backups');
    expect(await backupAge(target)).toBeNull();
    await mkdir(target);
    const old = ['wary-20260101T000000Z.tar.gz', 'wary-20260102T000000Z.tar.gz'];
    for (const name of [...old, 'mine.txt']) await writeFile(join(target, name), 'old');
    const { backup, close } = await openDataFolder(folder);
    const cut: Backup = async (path) => {
      await backup(path);
      await truncate(path, 1_000);
      return 0;
    };
    await expect(backUpInto(target, cut, 2)).rejects.toThrow('not a whole backup');
    expect(await readdir(target)).toEqual(expect.arrayContaining(old));
    await backUpInto(target, backup, 2);
    await close();
    const names = (await readdir(target)).sort();
    expect(names).toEqual(['mine.txt', old[1], expect.stringMatching(/^wary-/)]);
    expect(await backupAge(target)).toBeLessThan(60);
    await restoreBackup(join(target, names[2]!), join(folder, '..', 'again'));
    expect(await slugs(join(folder, '..', 'again'))).toEqual(['acme']);
  });

  it('contains a whole folder that is in use, readable by its owner only', { timeout: 120_000 }, async () => {
    const { database, backup, close } = await openDataFolder(folder);
    await writeFile(join(folder, 'control.json'), '{}');
    let stopped = false;
    const writing = (async () => {
      for (let id = 0; !stopped; id += 1, await turn())
        await database.execute(sql`insert into organizations (name, slug) values ('More', ${`more-${id}`})`);
    })();
    const size = await backup(file);
    stopped = true;
    await writing;
    await close();
    expect((await stat(file)).size).toBe(size);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const restored = join(folder, '../restored');
    await restoreBackup(file, restored);
    expect(await readFile(join(restored, 'demo-keys.json'), 'utf8')).toBe('{"user":"wary_x"}\n');
    expect((await readdir(restored)).sort()).toEqual(['database', 'demo-keys.json', 'folder.lock']);
    const upgraded = await openDataFolder(restored);
    await migrateEmbedded(upgraded.database, await laterSchema('create table later (id integer)', 1));
    expect(await rowsOf(upgraded.database, sql`select id from later`)).toEqual([]);
    await upgraded.close();
    const all = await slugs(folder);
    const kept = await slugs(restored);
    expect(kept.length).toBeGreaterThan(0);
    expect(all.slice(0, kept.length)).toEqual(kept);
    await expect(
      openDataFolder(folder).then(({ backup: again, close: end }) => again(join(folder, 'x')).finally(end)),
    ).rejects.toThrow('name a file outside');
  });

  it('is complete or absent when its process is killed', { timeout: 120_000 }, async () => {
    const call = `openDataFolder(${JSON.stringify(folder)}).then(({ backup }) => backup(${JSON.stringify(file)}))`;
    for (const ms of [700, 900, 1_100, 1_300, 1_600, 2_500]) {
      await killedAfter(ms, './data-folder.ts', call);
      const isThere = (await readdir(join(folder, '..'))).includes('data.tar.gz');
      if (!isThere) continue;
      const restored = join(await temporaryFolder(), 'data');
      await restoreBackup(file, restored);
      expect(await slugs(restored)).toEqual(['acme']);
      await rm(file);
    }
    expect(await slugs(folder)).toEqual(['acme']);
  });

  for (const place of ['absent', 'empty', 'locked before'])
    it(`leaves a folder that is ${place} unchanged or complete when its restore is killed`, {
      timeout: 120_000,
    }, async () => {
      const { backup, close } = await openDataFolder(folder);
      await backup(file);
      await close();
      const target = join(await temporaryFolder(), 'target');
      const names = place === 'locked before' ? ['folder.lock'] : [];
      if (place !== 'absent') await mkdir(target);
      for (const name of names) await writeFile(join(target, name), '');
      const call = `restoreBackup(${JSON.stringify(file)}, ${JSON.stringify(target)})`;
      for (const ms of [500, 700, 900, 1_100, 1_400]) {
        await killedAfter(ms, './backup.ts', call);
        const left = await readdir(target).catch((): string[] => []);
        if (left.includes('database')) break;
        // The lock file of a killed process is no content.
        expect(left.filter((name) => name !== 'restoring' && name !== 'folder.lock')).toEqual([]);
        if (left.includes('restoring')) await expect(openDataFolder(target)).rejects.toThrow('has not ended');
      }
      if (!(await readdir(target).catch(() => [] as string[])).includes('database')) await restoreBackup(file, target);
      expect(await slugs(target)).toEqual(['acme']);
    });

  it('is not restored over other files, cut off, or from a newer version', async () => {
    const first = await openDataFolder(folder);
    await first.backup(file);
    await first.close();
    await expect(restoreBackup(file, folder)).rejects.toThrow(/is not empty \(database/);
    const target = join(folder, '../target');
    await truncate(file, (await stat(file)).size - 100);
    await expect(restoreBackup(file, target)).rejects.toThrow('is not a whole backup');
    await expect(restoreBackup(`${file}.none`, target)).rejects.toThrow('cannot be read (ENOENT');
    await DAMAGE['of a newer version']!(folder, () => 0);
    const { writeBackup } = await import('./backup.ts');
    await writeBackup(folder, file);
    await expect(restoreBackup(file, target)).rejects.toThrow('newer version of the service');
    expect((await readdir(join(folder, '..'))).sort()).toEqual(['data', 'data.tar.gz', 'target']);
    expect(await readdir(target)).toEqual([]);
  });
});
