import type { Database } from '../../database/database.ts';
import { StoredImport } from './import-store.ts';
import { importList, type ListImport } from './list-import.ts';
import type { ImportResult } from './summary.ts';

/** `id` is the number under which it can be taken back; null where nothing was written. */
export type ImportRun = { readonly id: number | null; readonly result: ImportResult };

/**
 * Carries out an import and notes how it ended.
 * @param order its `origin` is the file or address that was read
 * @throws TextFileError, ImportRefused; the reason of the signal; whatever the database throws
 */
export async function runImport(
  database: Database,
  { origin, ...order }: Omit<ListImport, 'store'> & { readonly origin: string },
): Promise<ImportRun> {
  const { source, format, signal } = order;
  const store = new StoredImport(database, { source, origin, format }, signal);
  try {
    const result = await importList({ ...order, store });
    await store.end('DONE');
    return { id: store.id, result };
  } catch (error) {
    if (!signal?.aborted) await store.end('REFUSED').catch(() => undefined);
    throw error;
  }
}
