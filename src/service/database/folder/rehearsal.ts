import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { overEmbedded } from '../connection.ts';
import { requireReadable, SchemaRefused } from '../migration.ts';
import { DATABASE, damaged } from './contents.ts';
import { OverlayFilesystem } from './overlay.ts';

/** A recovery that writes more than this is not rehearsed to its end, because of the memory that it takes. */
const MAX_BYTES = 256 * 1_048_576;
/** Bytes. */
const PAGE = 8_192;

/**
 * Opens the database of a folder on a copy-on-write file system in memory, to find out whether it is damaged, or of a newer service, before
 * any byte on the disk changes.
 * @throws FolderRefused when it does not open, or files of it are missing
 * @throws SchemaRefused when this service cannot read it
 */
export async function rehearse(folder: string): Promise<void> {
  const path = join(folder, DATABASE);
  const files = new OverlayFilesystem(path, MAX_BYTES);
  const said: string[] = [];
  let client: PGlite | undefined;
  try {
    client = await PGlite.create({
      fs: files,
      onStderr: (line) => {
        said.push(line);
        return false;
      },
    });
    await requireReadable(await overEmbedded(client));
    await requireFiles(client, files, path);
  } catch (error) {
    if (files.isFull) return;
    if (error instanceof SchemaRefused) throw error;
    throw damaged(path, reasonOf(said, error));
  } finally {
    await client?.close();
    await files.closeFs();
  }
}

/** The last error message of the engine. */
function reasonOf(said: readonly string[], error: unknown): string {
  const complaint = said.flatMap((text) => /(?:PANIC|FATAL|ERROR):\s+(.+)/.exec(text)?.[1] ?? []).at(-1);
  return complaint ?? (error instanceof Error ? error.message : String(error));
}

/** The engine itself opens the file of a table only when the table is used. */
async function requireFiles(client: PGlite, files: OverlayFilesystem, path: string): Promise<void> {
  const { rows } = await client.query<{ name: string; file: string }>(
    'select relname as name, pg_relation_filepath(oid) as file from pg_class where pg_relation_filepath(oid) is not null',
  );
  for (const { name, file } of rows) {
    const size = files.sizeOf(file);
    if (size === null) throw new Error(`${join(path, file)}, the file of ${name}, is missing`);
    if (size % PAGE !== 0) throw new Error(`${join(path, file)}, the file of ${name}, is cut off`);
  }
}
