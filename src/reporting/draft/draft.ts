import * as z from 'zod/mini';
import { ReportingDatabase, type ReportingTransaction } from '../database.ts';
import { attachedFile, type DisputeDraft, type OutboxItem, type ReportDraft, reportKind } from '../entry.ts';
import { AttachedFiles } from '../files.ts';

const text = z.lazy(() => z.string());
const savedReport = z.lazy(() =>
  z.object({
    contents: z.array(text),
    title: z._default(text, ''),
    description: text,
    contactInfo: text,
    scamKind: reportKind,
    mentions: z._default(z.array(text), []),
    files: z._default(z.array(attachedFile), []),
    /** What the person is about to add to the contents. */
    pending: z.optional(text),
  }),
);
const savedDispute = z.lazy(() => z.object({ content: text, email: text, description: text }));
/** An answer to a question of the reviewers: what they ask may be another by now. */
const savedReply = z.lazy(() => z.object({ question: text, text }));
const saved = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('report'), subject: text, draft: savedReport, savedAt: z.number() }),
    z.object({ kind: z.literal('dispute'), subject: text, draft: savedDispute, savedAt: z.number() }),
    z.object({ kind: z.literal('reply'), subject: text, draft: savedReply, savedAt: z.number() }),
  ]),
);

/** An unfinished report or dispute. `subject` is what it is about (a canonical URL, the id of an entry, or '' for none); `savedAt` ms since epoch. */
export type SavedDraft = z.infer<typeof saved>;
export type DraftKind = SavedDraft['kind'];
type ReplyDraft = z.infer<typeof savedReply>;
export type DraftOf<K extends DraftKind> = K extends 'report'
  ? ReportDraft & Pick<z.infer<typeof savedReport>, 'pending'>
  : K extends 'dispute'
    ? DisputeDraft
    : ReplyDraft;

/** Drafts not changed for this long, in ms, are deleted: 90 days. */
const DRAFT_RETENTION_MS = 90 * 24 * 3_600_000;
const MAX_DRAFTS = 100;

/**
 * Unfinished reports and disputes, one for each kind and subject, saved from the first letter on. Extension pages use
 * it directly. A popup closes without warning, so every save goes to the browser at once. Call {@link ready} early, and
 * {@link save} at every change without waiting for the previous one.
 */
export class DraftStore {
  /** The attached files. */
  readonly files: AttachedFiles;
  readonly #database: ReportingDatabase;
  readonly #now: () => number;

  constructor(database = new ReportingDatabase(), now: () => number = Date.now) {
    this.files = new AttachedFiles(database, now);
    this.#database = database;
    this.#now = now;
  }

  /** Opens the database and deletes drafts older than 90 days or beyond the newest 100. */
  async ready(): Promise<void> {
    const drafts = await this.list();
    const oldest = this.#now() - DRAFT_RETENTION_MS;
    const gone = drafts.filter((draft, index) => index >= MAX_DRAFTS || draft.savedAt < oldest);
    await Promise.all(gone.map(({ kind, subject }) => this.discard(kind, subject)));
  }

  /** The draft of this kind about this subject, or null. */
  async read<K extends DraftKind>(kind: K, subject: string): Promise<DraftOf<K> | null> {
    const parsed = saved.safeParse(await this.#database.read((database) => database.get('drafts', [kind, subject])));
    return parsed.success && parsed.data.kind === kind ? (parsed.data.draft as DraftOf<K>) : null;
  }

  /** Every draft, the last changed first. */
  async list(): Promise<SavedDraft[]> {
    const rows = await this.#database.read((database) => database.getAll('drafts'));
    const drafts = rows.map((row) => saved.safeParse(row)).flatMap((parsed) => (parsed.success ? [parsed.data] : []));
    return drafts.sort((a, b) => b.savedAt - a.savedAt);
  }

  /**
   * Saves a draft, finished or not.
   * @throws StorageFailure when the browser cannot store it
   */
  async save<K extends DraftKind>(kind: K, subject: string, draft: DraftOf<K>): Promise<void> {
    const row = { kind, subject, draft, savedAt: this.#now() };
    await this.#database.write(
      ['drafts'],
      async (transaction) => {
        const put = transaction.objectStore('drafts').put(row, [kind, subject]);
        // Does not wait for the put: a committed transaction survives when the page closes now.
        transaction.commit();
        await put;
      },
      'relaxed',
    );
  }

  async discard(kind: DraftKind, subject: string): Promise<void> {
    await this.#database.write(['drafts'], async (transaction) => {
      await transaction.objectStore('drafts').delete([kind, subject]);
    });
  }
}

/**
 * Removes the drafts that `item` was made from, in the transaction that stores it. A popup that closes right after
 * "send" then leaves no draft that could be sent a second time.
 */
export async function dropDraftsOf(item: OutboxItem, transaction: ReportingTransaction): Promise<void> {
  const wanted = fingerprint(item.kind, item.draft);
  let cursor = await transaction.objectStore('drafts').openCursor();
  while (cursor) {
    const parsed = saved.safeParse(cursor.value);
    if (parsed.success && fingerprint(parsed.data.kind, parsed.data.draft) === wanted) await cursor.delete();
    cursor = await cursor.continue();
  }
}

/** The content of an item without blanks, empty fields and field order: two items with the same fingerprint are the same item. */
export function fingerprint(kind: DraftKind, draft: ReportDraft | DisputeDraft | ReplyDraft): string {
  const all = Object.entries(draft).map(([name, value]) => [name, trimmed(value)]);
  const fields = all.filter(([, value]) => value !== '');
  return JSON.stringify([kind, fields.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))]);
}

function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed).filter((part) => part !== '');
  return typeof value === 'string' ? value.trim() : value;
}
