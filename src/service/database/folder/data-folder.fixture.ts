import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { migrateEmbedded, overEmbedded } from '../connection.ts';
import { laterSchema } from '../later-schema.fixture.ts';

/** For tests: a data folder with an empty database and its tables. @param file an embedded database, as the engine dumps it */
export async function makeDataFolder(folder: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const client = await PGlite.create(join(folder, 'database'), { loadDataDir: await openAsBlob(file) });
  await client.close();
}

/** A digest of all files below a folder: their names, sizes, modes and bytes. */
export async function digestOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names.sort()) {
    const path = join(folder, name);
    const { size, mode } = await stat(path);
    hash.update(JSON.stringify([name, mode, (mode & 0o170_000) === 0o040_000 ? 0 : size]));
    if ((mode & 0o170_000) === 0o100_000) hash.update(await readFile(path));
  }
  return hash.digest('hex');
}

const WAL = async (folder: string) => {
  const names = await readdir(join(folder, 'database/pg_wal'));
  return names.filter((name) => /^[0-9A-F]{24}$/.test(name)).map((name) => join(folder, 'database/pg_wal', name));
};
const remove = (path: string) => rm(path, { recursive: true });
async function scribble(path: string, chance: () => number): Promise<void> {
  const bytes = await readFile(path);
  const from = Math.floor(chance() * bytes.length * 0.5);
  for (let at = from; at < Math.min(bytes.length, from + 4_096); at += 1) bytes[at] = Math.floor(chance() * 256);
  await writeFile(path, bytes);
}

/** Ten ways in which a data folder is no longer what it was. `chance` is from 0 to 1. */
export const DAMAGE: Readonly<Record<string, (folder: string, chance: () => number) => Promise<void>>> = {
  'without its version': (folder) => remove(join(folder, 'database/PG_VERSION')),
  'of another PostgreSQL': (folder) => writeFile(join(folder, 'database/PG_VERSION'), '17\n'),
  'with a bad control file': async (folder) => {
    const path = join(folder, 'database/global/pg_control');
    const bytes = await readFile(path);
    bytes[40] = (bytes[40] ?? 0) ^ 0xff;
    await writeFile(path, bytes);
  },
  'with a control file that is cut off': (folder, chance) =>
    truncate(join(folder, 'database/global/pg_control'), Math.floor(chance() * 290)),
  'without its log': async (folder) => {
    for (const path of await WAL(folder)) await remove(path);
  },
  'with a scribbled log': async (folder, chance) => {
    for (const path of await WAL(folder)) await writeFile(path, Buffer.alloc(16_777_216, Math.floor(chance() * 256)));
  },
  'of which a half was copied': async (folder, chance) => {
    const database = join(folder, 'database/base/5');
    // The tables of the service have the highest numbers.
    const files = (await readdir(database)).filter((name) => Number(name) >= 16_384).sort((a, b) => +a - +b);
    for (const name of files.slice(Math.floor(files.length * chance() * 0.9))) await remove(join(database, name));
  },
  'with a scribbled catalogue': (folder, chance) => scribble(join(folder, 'database/base/5/1259'), chance),
  'without its database': async (folder) => {
    await remove(join(folder, 'database'));
    await writeFile(join(folder, 'demo-keys.json'), '{}\n');
  },
  'of a newer version': async (folder) => {
    const client = await PGlite.create(join(folder, 'database'));
    await migrateEmbedded(await overEmbedded(client), await laterSchema('create table later (id integer)', 2));
    await client.close();
  },
};
