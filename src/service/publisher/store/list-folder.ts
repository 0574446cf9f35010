import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LIST_PATH, type ListStore, RETENTION_MS } from './list-store.ts';

/** A folder that a web server or CDN serves as its root. */
export class ListFolder implements ListStore {
  readonly #root: string;
  readonly #now: () => number;

  constructor(root: string, now: () => number = Date.now) {
    this.#root = root;
    this.#now = now;
  }

  async write(path: string, read: () => Promise<Uint8Array>): Promise<void> {
    const file = join(this.#root, path);
    if (await statOf(file)) return;
    const bytes = await read();
    await mkdir(dirname(file), { recursive: true });
    // Written under a temporary name first, so that the web server sees the whole file or none.
    const unfinished = join(dirname(file), `.${randomUUID()}`);
    try {
      const handle = await open(unfinished, 'wx', 0o644);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async forget(known: ReadonlySet<string>): Promise<void> {
    const folder = join(this.#root, LIST_PATH);
    for (const name of await readdir(folder)) {
      if (known.has(name.replace(/\.bin$/, ''))) continue;
      const path = join(folder, name);
      const age = this.#now() - ((await statOf(path))?.mtimeMs ?? Number.POSITIVE_INFINITY);
      if (age >= RETENTION_MS) await rm(path, { recursive: true, force: true });
    }
  }
}

/** Null if there is no file. */
async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
