import type { PGlite, QueryOptions, Results, Transaction } from '@electric-sql/pglite';
import { Thread } from '../../thread/thread.ts';
import type { EngineMethods } from './engine-worker.ts';

/** What drizzle and a backup use of an embedded engine. */
export type EngineClient = Pick<PGlite, 'query' | 'transaction' | 'runExclusive' | 'close'>;

/**
 * The embedded engine in a worker thread, so that no statement keeps this one from answering; one transaction a time.
 */
export class EmbeddedEngine implements EngineClient {
  readonly #thread = new Thread<EngineMethods>(new URL('./engine-worker.ts', import.meta.url));

  /** @param folder null keeps the data in memory. @throws Error when the engine does not start on it */
  static async open(folder: string | null): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine();
    await engine.#open(folder);
    return engine;
  }

  /**
   * Opens another folder in the same thread, which has the engine compiled. @param between is done while neither is open
   * @throws Error when the engine does not start on it; it has then ended
   */
  async reopen(folder: string, between: () => Promise<void>): Promise<void> {
    await this.#thread.call('close');
    await between();
    await this.#open(folder);
  }

  query<T>(text: string, params?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#query(false, text, params, options);
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    await this.#thread.call('begin');
    const query: EngineClient['query'] = (text, params, options) => this.#query(true, text, params, options);
    let result: T;
    try {
      // Drizzle uses nothing else of it.
      result = await work({ query } as Transaction);
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

  async #open(folder: string | null): Promise<void> {
    try {
      await this.#thread.call('open', folder);
    } catch (error) {
      await this.#thread.end();
      throw error;
    }
  }

  #query<T>(isInTransaction: boolean, text: string, params: unknown[] = [], options: QueryOptions = {}) {
    const mode = options.rowMode ?? 'object';
    return this.#thread.call('query', { text, params, mode, isInTransaction }) as Promise<Results<T>>;
  }
}
