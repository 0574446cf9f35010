import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether a file below a folder contains these bytes; a browser may be writing to the folder. */
export function isOnDisk(folder: string, bytes: Buffer | string): boolean {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .some((path) => {
      try {
        return statSync(path).isFile() && readFileSync(path).includes(bytes);
      } catch (error) {
        // The browser deletes files while it runs.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
        throw error;
      }
    });
}
