import * as z from 'zod/mini';
import type { ReportingDatabase } from './database.ts';
import type { AttachedFile } from './entry.ts';

const stored = z.lazy(() => z.object({ bytes: z.instanceof(Uint8Array), addedAt: z.number() }));
const named = z.lazy(() => z.object({ files: z.array(z.object({ id: z.string() })) }));
const entryState = z.lazy(() => z.object({ kind: z.string(), isKnown: z.optional(z.boolean()) }));
const entryRow = z.lazy(() => z.object({ item: z.object({ draft: named }), state: entryState }));
const draftRow = z.lazy(() => z.object({ draft: named }));

/** A new file is kept this long, in ms: its draft may not be stored yet. */
const UNREFERENCED_FILE_GRACE_MS = 3_600_000;

/** The bytes of files attached to reports, from the moment that the person accepted them until they are sent. */
export class AttachedFiles {
  readonly #database: ReportingDatabase;
  readonly #now: () => number;

  constructor(database: ReportingDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** @throws StorageFailure when the browser cannot store it */
  async add(name: string, type: string, bytes: Uint8Array): Promise<AttachedFile> {
    const file = { id: crypto.randomUUID(), name, type, size: bytes.byteLength };
    const row = { bytes, addedAt: this.#now() };
    await this.#database.write(['files'], async (transaction) => {
      await transaction.objectStore('files').put(row, file.id);
    });
    return file;
  }

  /** The bytes of a file; null where they are gone. */
  async read(id: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const parsed = stored.safeParse(await this.#database.read((database) => database.get('files', id)));
    return parsed.success ? (parsed.data.bytes as Uint8Array<ArrayBuffer>) : null;
  }

  /** Removes files that neither a draft nor an unsent entry refers to, nor one that was set aside as unreadable. */
  async sweep(): Promise<void> {
    const ids = await this.#database.read((database) => database.getAllKeys('files'));
    if (ids.length === 0) return;
    const oldest = this.#now() - UNREFERENCED_FILE_GRACE_MS;
    await this.#database.write(['files', 'entries', 'damaged', 'drafts'], async (transaction) => {
      const wanted = new Set<string>();
      const want = ({ files }: z.infer<typeof named>) => {
        for (const { id } of files) wanted.add(id);
      };
      const aside = (await transaction.objectStore('damaged').getAll()).map(({ row }) => row);
      for (const row of [...(await transaction.objectStore('entries').getAll()), ...aside]) {
        const parsed = entryRow.safeParse(row);
        if (!parsed.success) continue;
        const { item, state } = parsed.data;
        if (state.kind !== 'sent' && !state.isKnown) want(item.draft);
      }
      for (const row of await transaction.objectStore('drafts').getAll()) {
        const parsed = draftRow.safeParse(row);
        if (parsed.success) want(parsed.data.draft);
      }
      const files = transaction.objectStore('files');
      for (const id of ids.filter((id) => !wanted.has(id))) {
        const parsed = stored.safeParse(await files.get(id));
        if (!parsed.success || parsed.data.addedAt < oldest) await files.delete(id);
      }
    });
  }
}
