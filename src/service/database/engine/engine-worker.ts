import { PGlite, type Transaction, types } from '@electric-sql/pglite';
import { answerCalls } from '../../thread/answer-calls.ts';

/** A query as drizzle makes it. `mode` is the form of the rows. */
export type EngineQuery = {
  readonly text: string;
  readonly params: unknown[];
  readonly mode: 'array' | 'object';
  /** Whether it belongs to the open transaction; otherwise it waits for its end. */
  readonly isInTransaction: boolean;
};

/** The engine recycles log files up to this size, and makes a checkpoint when its log grows by more. */
const LOG_SIZE = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB'];

/** Values that drizzle parses itself: moments, dates, intervals, and arrays of them and of numerics. */
const UNPARSED = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1231, 1115, 1185, 1187, 1182];
const parsers = Object.fromEntries(UNPARSED.map((type) => [type, (value: string) => value]));

class RolledBack extends Error {}

let engine: PGlite;
let transaction: { readonly client: Transaction; readonly end: (isKept: boolean) => Promise<void> } | null = null;
let releaseFiles: (() => void) | null = null;

const methods = {
  /** @param folder null keeps the data in memory. @throws Error with what the engine wrote about a folder on which it does not start */
  open: async (folder: string | null): Promise<void> => {
    const startParams = [...PGlite.defaultStartParams, ...LOG_SIZE];
    let complaint: string | undefined;
    const onStderr = (line: string) => {
      complaint = /(?:PANIC|FATAL|ERROR):\s+(.+)/.exec(line)?.[1] ?? complaint;
      return false;
    };
    try {
      engine = await PGlite.create({ startParams, onStderr, ...(folder === null ? {} : { dataDir: folder }) });
    } catch (error) {
      throw complaint === undefined ? error : new Error(complaint);
    }
  },

  query: async ({ text, params, mode, isInTransaction }: EngineQuery) => {
    const client = isInTransaction ? transaction?.client : engine;
    if (!client) throw new Error('The transaction has ended');
    return client.query<unknown>(text, params, { rowMode: mode, parsers });
  },

  /** Waits for the transaction before it. */
  begin: (): Promise<void> =>
    new Promise((opened, failed) => {
      const ended = engine.transaction(
        (client) =>
          new Promise<void>((keep, rollBack) => {
            const end = (isKept: boolean): Promise<void> => {
              transaction = null;
              if (isKept) keep();
              else rollBack(new RolledBack());
              return ended.catch((error: unknown) => {
                if (!(error instanceof RolledBack)) throw error;
              });
            };
            transaction = { client, end };
            opened();
          }),
      );
      ended.catch(failed);
    }),

  end: async (isKept: boolean): Promise<void> => transaction!.end(isKept),

  /** Pauses the engine, so that its files do not change until `release`. */
  pause: (): Promise<void> =>
    new Promise((paused, failed) => {
      const untilReleased = () =>
        new Promise<void>((resolve) => {
          releaseFiles = resolve;
          paused();
        });
      engine.runExclusive(untilReleased).catch(failed);
    }),

  release: (): void => releaseFiles?.(),

  close: (): Promise<void> => engine.close(),
};

export type EngineMethods = typeof methods;

answerCalls(methods);
