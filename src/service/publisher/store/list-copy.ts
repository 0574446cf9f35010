import type { PublishedList } from '../list/list-file.ts';
import { changesPath, type ListStore, listFilePath, offersChanges } from './list-store.ts';

/** Reads published files; null for a file that no longer exists. */
type ListSource = {
  file(token: string): Promise<Uint8Array | null>;
  changes(fromToken: string, toToken: string): Promise<Uint8Array | null>;
};

/** A new snapshot comes with changes from up to 24 earlier ones, each of which takes two requests. */
const CONCURRENT_WRITES = 4;

/** Copies the published files to a store. */
export class ListCopy {
  readonly #store: ListStore;
  readonly #source: ListSource;
  readonly #cleanIntervalMs: number;
  readonly #stopping = new AbortController();
  #cleaning: Promise<void> | null = null;
  #cleanedAt = Number.NEGATIVE_INFINITY;

  /** @param cleanIntervalMs time between two searches for files to delete */
  constructor(store: ListStore, source: ListSource, cleanIntervalMs: number) {
    this.#store = store;
    this.#source = source;
    this.#cleanIntervalMs = cleanIntervalMs;
  }

  /** Whether {@link stop} was called: later failures are expected. */
  get stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /**
   * Writes every file of the list. All writes have ended when this does, even when it rejects.
   * @throws Error of the store
   */
  async write({ snapshot, recent, hot, earlier }: PublishedList): Promise<void> {
    const source = this.#source;
    const files = [
      ...[snapshot, recent, ...(hot ? [hot] : [])].map(({ token }) => ({
        path: listFilePath(token),
        read: () => source.file(token),
      })),
      ...earlier
        .filter((from) => offersChanges(from, snapshot))
        .map(({ token }) => ({
          path: changesPath(token, snapshot.token),
          read: () => source.changes(token, snapshot.token),
        })),
    ].values();
    const failed = new AbortController();
    const stopped = AbortSignal.any([this.#stopping.signal, failed.signal]);
    const writeNext = async () => {
      try {
        for (const { path, read } of files) {
          stopped.throwIfAborted();
          await this.#store.write(path, () => required(path, read()), stopped);
        }
      } catch (error) {
        failed.abort();
        throw error;
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENT_WRITES }, writeNext));
    const causes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    // The others were aborted because one failed.
    const cause = causes.find((error) => !isAbort(error)) ?? causes[0];
    if (cause !== undefined) throw cause;
  }

  /** Deletes files that are no longer published (not in `readTokens`), in the background, once in `cleanIntervalMs`. */
  clean(readTokens: () => Promise<ReadonlySet<string>>, onError: (error: unknown) => void): void {
    if (this.stopped || this.#cleaning || performance.now() - this.#cleanedAt < this.#cleanIntervalMs) return;
    this.#cleanedAt = performance.now();
    this.#cleaning = readTokens()
      .then((known) => this.#store.forget(known, this.#stopping.signal))
      .catch((error: unknown) => {
        if (!this.stopped) onError(error);
      })
      .finally(() => {
        this.#cleaning = null;
      });
  }

  /** Aborts what is running, so that a dead store does not delay the end. Unfinished files are written again later. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#cleaning;
  }
}

/** Timers and requests abort with different classes of errors. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

async function required(name: string, file: Promise<Uint8Array | null>): Promise<Uint8Array> {
  const bytes = await file;
  if (!bytes) throw new Error(`The published list file ${name} is missing`);
  return bytes;
}
