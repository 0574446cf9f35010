import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import { readBatches } from '../../database/batches.ts';
import { type Database, sharedSecret } from '../../database/database.ts';
import { issue } from '../../database/refused.ts';
import { Failure } from '../failure.ts';
import { decrypt, encrypt } from './cipher.ts';

/** A cursor is valid for one operation with one set of filters. The page size may change from page to page. */
export type CursorUse<P> = {
  /** Id of the operation. */
  readonly operation: string;
  /** Everything that selects and orders the rows; any JSON value. */
  readonly filter: unknown;
  /** The request field that carries the cursor, for error messages: `next_page` or `cursor`. */
  readonly field: string;
  /** Schema of a position: the values that the rows are ordered by, and whatever else the first page determined. */
  readonly position: z.ZodMiniType<P>;
  /** Rows that are read at once. Default: {@link BATCH}, for rows of at most five kilobytes. */
  readonly batch?: number;
};

const BATCH = 1_000;

/**
 * Encrypts and authenticates cursors with operation and filters as additional data. A position is the sort key of a
 * page's last row, never an offset, so that rows inserted meanwhile are neither skipped nor repeated.
 */
export class CursorCipher {
  readonly #key: Uint8Array;

  /** @param key 32 bytes */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Uses the key that all processes on a database share. */
  static async open(database: Database): Promise<CursorCipher> {
    return new CursorCipher(await sharedSecret(database, 'cursor'));
  }

  /** Reads and writes cursors of one use. */
  for<P>(use: CursorUse<P>) {
    const write = (position: P) => this.#encrypt(use, position);
    return {
      write,
      /** The position after which a page begins; null for the first. @throws Failure BAD_REQUEST for one of another use */
      read: (token: string | undefined) => (token === undefined ? null : this.#decrypt(use, token)),
      /**
       * A page of `size` rows after a position, or of fewer where they are long (`readBatches`), and where the next one
       * begins. @param read the first rows after a position, in their order, at most so many
       */
      page: async <Row>(
        after: P | null,
        size: number,
        read: (after: P | null, most: number) => Promise<readonly Row[]>,
        positionOf: (row: Row) => P,
      ) => {
        let end: P | null = after;
        let hasMore = true;
        const rows = await readBatches(async (count) => {
          const most = hasMore ? Math.min(use.batch ?? BATCH, size - count) : 0;
          if (most === 0) return [];
          const found = await read(end, most + 1);
          const batch = found.slice(0, most);
          hasMore = found.length > most;
          if (batch.length > 0) end = positionOf(batch.at(-1)!);
          return batch;
        });
        return { rows, next: hasMore && end !== null ? write(end) : undefined };
      },
    };
  }

  #encrypt<P>(use: CursorUse<P>, position: P): string {
    return encrypt(this.#key, JSON.stringify(position), boundTo(use)).toString('base64url');
  }

  #decrypt<P>(use: CursorUse<P>, token: string): P {
    const bytes = Buffer.from(token, 'base64url');
    // Null for a cursor that was changed, or that belongs to another list, filter or database.
    const text = bytes.toString('base64url') === token ? decrypt(this.#key, bytes, boundTo(use)) : null;
    const position = text === null ? null : use.position.safeParse(JSON.parse(text));
    if (!position?.success) throw new Failure('BAD_REQUEST', issue('cursor', {}, use.field));
    return position.data;
  }
}

const boundTo = ({ operation, filter }: CursorUse<never> | CursorUse<unknown>): Uint8Array =>
  createHash('sha256')
    .update(`${operation}\n${canonicalJson(filter)}`)
    .digest();

/** JSON with the keys of every object sorted, so that the order of a request's fields does not matter. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'null';
