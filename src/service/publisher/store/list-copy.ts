import type { PublishedList } from '../list-file.ts';
import { changesPath, listFilePath, offersChanges } from './list-path.ts';
import type { ListStore } from './list-store.ts';

/** Where the bytes of published files come from; null for a file that is no more. */
export type ListSource = {
  file(token: string): Promise<Uint8Array | null>;
  changes(fromToken: string, toToken: string): Promise<Uint8Array | null>;
};

/** Files on their way at once: a new snapshot comes with the changes from each of its predecessors, and each asks twice. */
const AT_ONCE = 4;

/** The published files in a store. What it knows of the store is only when it cleaned it: a restart loses nothing. */
export class ListCopy {
  readonly #store: ListStore;
  readonly #source: ListSource;
  readonly #cleanMs: number;
  readonly #stopping = new AbortController();
  #cleaning: Promise<void> | null = null;
  #cleanedAt = Number.NEGATIVE_INFINITY;

  /** @param cleanMs how long it waits before it looks again for what can go; nothing goes that is younger than an hour */
  constructor(store: ListStore, source: ListSource, cleanMs: number) {
    this.#store = store;
    this.#source = source;
    this.#cleanMs = cleanMs;
  }

  /** Whether {@link stop} was called: what fails from then on was given up. */
  get stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  /**
   * Writes every file that a version document of this list names, so that each is there before anybody is told of it. Nothing
   * is being written any more when it ends, also when it fails.
   * @throws Error of the store, or for a file that the database does not hold
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
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, writeNext));
    const causes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    // The others were given up because one failed.
    const cause = causes.find((error) => !isAbort(error)) ?? causes[0];
    if (cause !== undefined) throw cause;
  }

  /**
   * Removes what is published no more, now and then, while other work goes on.
   * @param readTokens the tokens of all files that are still published
   */
  clean(readTokens: () => Promise<ReadonlySet<string>>, onError: (error: unknown) => void): void {
    if (this.stopped || this.#cleaning || performance.now() - this.#cleanedAt < this.#cleanMs) return;
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

  /** Gives up what is under way, so that a store that does not answer holds up no farewell. What is half written is written again. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#cleaning;
  }
}

/** Timers and requests abort with errors of different classes. */
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

async function required(name: string, file: Promise<Uint8Array | null>): Promise<Uint8Array> {
  const bytes = await file;
  if (!bytes) throw new Error(`The published list file ${name} is missing`);
  return bytes;
}
