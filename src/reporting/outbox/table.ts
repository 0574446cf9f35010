import type { DamagedRow, ReportingDatabase, ReportingTransaction } from '../database.ts';
import { newEntry, type OutboxEntry, outboxEntry, outboxItem, type SentState } from '../entry.ts';

/** Returns the new form of an entry, or null to leave it unchanged. */
export type Change = (entry: OutboxEntry) => OutboxEntry | null;

/**
 * The outbox entries as rows. A row that does not parse never hides the others. If the person's text in it is intact,
 * it becomes a fresh waiting entry (its id keeps it from arriving twice); otherwise it is set aside unchanged.
 */
export class EntryTable {
  readonly #database: ReportingDatabase;
  readonly #now: () => number;
  /** What became of entries of private windows, until the last of them closes or the worker ends. */
  readonly #inMemory = new Map<string, OutboxEntry>();

  constructor(database: ReportingDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  /** Every valid entry, newest first. */
  async all(): Promise<OutboxEntry[]> {
    await this.#takeBack();
    const { rows } = await this.#rows();
    const entries: OutboxEntry[] = [];
    const unsound: string[] = [];
    for (const [key, row] of rows) {
      const entry = parseRow(key, row);
      if (entry) entries.push(entry);
      else unsound.push(key);
    }
    if (unsound.length > 0) entries.push(...(await this.#repair(unsound)));
    entries.push(...this.#inMemory.values());
    return entries.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  }

  /**
   * Adds an entry durably; `beside` runs in the same transaction.
   * @throws StorageFailure when it cannot be stored
   */
  async add(entry: OutboxEntry, beside: (transaction: ReportingTransaction) => Promise<void>): Promise<void> {
    await this.#database.write(['entries', 'drafts'], async (transaction) => {
      await transaction.objectStore('entries').add(entry, entry.id);
      await beside(transaction);
    });
  }

  /**
   * Changes the stored state of these entries in one transaction and returns the changed ones. An entry deleted
   * meanwhile stays deleted; one that gets another id is kept under that id alone; one of a private window leaves the disk once it no
   * longer waits.
   */
  async change(ids: readonly string[], change: Change): Promise<OutboxEntry[]> {
    if (ids.length === 0) return [];
    const changed = await this.#database.write(['entries'], async (transaction) => {
      const store = transaction.objectStore('entries');
      const changed: { readonly id: string; readonly after: OutboxEntry }[] = [];
      for (const id of ids) {
        const before = this.#inMemory.get(id) ?? parseRow(id, await store.get(id));
        const after = before && change(before);
        if (!after) continue;
        if (after.id !== id || isOnlyInMemory(after)) await store.delete(id);
        if (!isOnlyInMemory(after)) await store.put(after, after.id);
        changed.push({ id, after });
      }
      return changed;
    });
    for (const { id, after } of changed) {
      this.#inMemory.delete(id);
      if (isOnlyInMemory(after)) this.#inMemory.set(after.id, after);
    }
    return changed.map(({ after }) => after);
  }

  /** The same for all that are meant, then and when they are changed. */
  async changeWhere(isMeant: (entry: OutboxEntry) => boolean, change: Change): Promise<void> {
    const meant = (await this.all()).filter(isMeant).map(({ id }) => id);
    await this.change(meant, (entry) => (isMeant(entry) ? change(entry) : null));
  }

  /** Forgets what became of entries of private windows. */
  forgetPrivate(): void {
    this.#inMemory.clear();
  }

  /** Deletes rows, valid or set aside, with the answers that were begun. */
  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const id of ids) this.#inMemory.delete(id);
    await this.#database.write(['entries', 'damaged', 'drafts'], async (transaction) => {
      for (const id of ids) {
        await transaction.objectStore('entries').delete(id);
        await transaction.objectStore('damaged').delete(id);
        await transaction.objectStore('drafts').delete(['reply', id]);
      }
    });
  }

  /** The rows that were set aside, and those that the browser cannot load, which stay in place. */
  async damaged(): Promise<DamagedRow[]> {
    const { unreadable } = await this.#rows();
    return [...(await this.#database.read((connection) => connection.getAll('damaged'))), ...unreadable];
  }

  /** Restores rows that were set aside and parse now: an earlier version may not have known their form. */
  async #takeBack(): Promise<void> {
    const aside = await this.#database.read((connection) => connection.getAll('damaged'));
    const sound = aside.filter(({ key, row }) => parseRow(key, row) !== null);
    if (sound.length === 0) return;
    await this.#database.write(['entries', 'damaged'], async (transaction) => {
      const entries = transaction.objectStore('entries');
      for (const { key, row } of sound) {
        if ((await entries.getKey(key)) === undefined) await entries.put(row, key);
        await transaction.objectStore('damaged').delete(key);
      }
    });
  }

  async #rows(): Promise<{ rows: [string, unknown][]; unreadable: DamagedRow[] }> {
    return this.#database.read(async (connection) => {
      const transaction = connection.transaction('entries');
      // The request below fails with the same error and handles it.
      transaction.done.catch(() => undefined);
      const keys = await transaction.store.getAllKeys();
      try {
        const values = await transaction.store.getAll();
        return { rows: keys.map((key, index) => [key, values[index]]), unreadable: [] };
      } catch (error) {
        if (!isUnreadable(error)) throw error;
      }
      const rows: [string, unknown][] = [];
      const unreadable: DamagedRow[] = [];
      for (const key of keys) {
        try {
          const row = await connection.get('entries', key);
          if (row !== undefined) rows.push([key, row]);
        } catch (error) {
          if (!isUnreadable(error)) throw error;
          const problem = `The browser cannot load it (${error.name}).`;
          unreadable.push({ key, row: null, problem, foundAt: this.#now() });
        }
      }
      return { rows, unreadable };
    });
  }

  /** Rescues or sets aside these rows in one transaction; returns the entries among them. */
  async #repair(keys: readonly string[]): Promise<OutboxEntry[]> {
    const now = this.#now();
    return this.#database.write(['entries', 'damaged'], async (transaction) => {
      const store = transaction.objectStore('entries');
      const sound: OutboxEntry[] = [];
      for (const key of keys) {
        const row = await store.get(key);
        if (row === undefined) continue;
        const entry = parseRow(key, row) ?? rescue(key, row, now);
        if (entry) {
          await store.put(entry, key);
          sound.push(entry);
          continue;
        }
        const damaged = { key, row, problem: 'It is not an outbox entry.', foundAt: now };
        await transaction.objectStore('damaged').put(damaged, key);
        await store.delete(key);
      }
      return sound;
    });
  }
}

const isOnlyInMemory = ({ isPrivate, state }: OutboxEntry): boolean => isPrivate === true && state.kind !== 'waiting';

/** True where the browser has a value but cannot load it, for example because the file of a large value is gone. */
const isUnreadable = (error: unknown): error is DOMException =>
  error instanceof DOMException &&
  ['DataError', 'UnknownError', 'NotReadableError', 'DataCloneError'].includes(error.name);

function parseRow(key: string, row: unknown): OutboxEntry | null {
  const parsed = outboxEntry.safeParse(row);
  return parsed.success && parsed.data.id === key ? parsed.data : null;
}

/**
 * An entry made from an invalid row with intact id and item, or null. It waits, unless the row says that it was sent: a later version may
 * have stored more about that than this one can read.
 */
function rescue(key: string, row: unknown, now: number): OutboxEntry | null {
  const item = outboxItem.safeParse((row as { item?: unknown } | null | undefined)?.item);
  if (!item.success) return null;
  const { createdAt, state } = row as { createdAt?: unknown; state?: Partial<SentState> | null };
  const isSound = typeof createdAt === 'number' && createdAt <= now;
  const entry = newEntry(key, item.data, isSound ? createdAt : now, now);
  const { kind, at, reference, receipt, service } = state ?? {};
  return parseRow(key, { ...entry, state: { kind, at, reference, receipt, service } }) ?? parseRow(key, entry);
}
