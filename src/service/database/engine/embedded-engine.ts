import type { PGlite } from '@electric-sql/pglite';
import { Thread } from '../../thread/thread.ts';
import type { EngineMethods } from './engine-worker.ts';

type QueryOptions = { readonly rowMode?: 'array' | 'object' };
/** What drizzle and a backup use of an embedded engine. */
export type EngineClient = Pick<PGlite, 'query' | 'transaction' | 'runExclusive' | 'close'>;
type QueryClient = Pick<PGlite, 'query'>;

/**
 * The embedded engine in a worker thread, so that no statement, however long, keeps this thread from answering requests. Like the engine
 * itself it works on one transaction at a time.
 */
export class EmbeddedEngine {
  readonly #thread: Thread<EngineMethods>;

  private constructor(thread: Thread<EngineMethods>) {
    this.#thread = thread;
  }

  /** @param folder null keeps the data in memory. @throws Error when the engine does not start on it */
  static async open(folder: string | null): Promise<EngineClient> {
    const thread = new Thread<EngineMethods>(new URL('./engine-worker.ts', import.meta.url));
    try {
      await thread.call('open', folder);
    } catch (error) {
      await thread.end();
      throw error;
    }
    // It takes and returns what the engine does, as far as drizzle uses it.
    return new EmbeddedEngine(thread) as unknown as EngineClient;
  }

  query(text: string, params?: unknown[], options?: QueryOptions): Promise<unknown> {
    return this.#query(false, text, params, options);
  }

  async transaction<T>(work: (transaction: QueryClient) => Promise<T>): Promise<T> {
    await this.#thread.call('begin');
    const query = (text: string, params?: unknown[], options?: QueryOptions) =>
      this.#query(true, text, params, options);
    let result: T;
    try {
      result = await work({ query } as unknown as QueryClient);
    } catch (error) {
      await this.#thread.call('end', false);
      throw error;
    }
    await this.#thread.call('end', true);
    return result;
  }

  /** Pauses the engine while `work` reads its files. */
  async runExclusive<T>(work: () => Promise<T>): Promise<T> {
    await this.#thread.call('pause');
    try {
      return await work();
    } finally {
      await this.#thread.call('release');
    }
  }

  /** Ends the engine once it has done what it was asked for. */
  async close(): Promise<void> {
    try {
      await this.#thread.call('close');
    } finally {
      await this.#thread.end();
    }
  }

  #query(isInTransaction: boolean, text: string, params: unknown[] = [], options: QueryOptions = {}) {
    return this.#thread.call('query', { text, params, mode: options.rowMode ?? 'object', isInTransaction });
  }
}
