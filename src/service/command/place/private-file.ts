import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import type * as z from 'zod/mini';

/** Writes JSON that only this user may read. A reader sees the old file or the whole new one. */
export async function writePrivateJson(path: string, value: unknown): Promise<void> {
  const staged = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(staged, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
    await file.close();
    await rename(staged, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(staged, { force: true });
    throw error;
  }
}

/** Null where there is no file, or it is not of the expected shape. */
export async function readPrivateJson<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S> | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const result = schema.safeParse(JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
