import { and, asc, desc, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { SORT_DIRECTIONS } from '../../api/field.ts';
import { type Database, rowsOf, storable } from './database.ts';

/** Order of a list: by a moment or text, then by id. */
export type Order = {
  readonly column: PgColumn;
  readonly id: PgColumn;
  readonly direction: (typeof SORT_DIRECTIONS)[number];
};

/** End of a page: the value of the ordering column as text, and the id. */
export const keysetPosition = z.tuple([z.string(), z.int()]);
type KeysetPosition = z.infer<typeof keysetPosition>;

export const orderOf = ({ column, id, direction }: Order): SQL[] =>
  direction === 'asc' ? [asc(column), asc(id)] : [desc(column), desc(id)];

/**
 * To be asked before a list is read: the moment before which everything has been committed. What commits later gets a time from that
 * moment on, however long its transaction takes (function `date_at_commit` of the first migration), so that a client that reads on from there misses nothing. Waits
 * for transactions that are just committing, at most five seconds. Not inside a transaction, which would let all commits wait for its end.
 */
export async function readHorizon(database: Database): Promise<Date> {
  const [row] = await rowsOf<{ ms: number }>(database, sql`select read_horizon() as ms`);
  return new Date(row!.ms);
}

/**
 * Lets no list be read until the end of a transaction that writes thousands of rows: unless one was since it began, their times are right,
 * and none of them is looked at again at the commit. Its caller keeps it short.
 */
export const keepHorizon = (transaction: Database) => transaction.execute(sql`select keep_horizon()`);

/** Condition for the rows before the horizon, if they are ordered by time, and after a position; null for the first page. */
export function behind(
  { column, id, direction }: Order,
  position: KeysetPosition | null,
  horizon: Date,
): SQL | undefined {
  const isTime = column.getSQLType().startsWith('timestamp');
  const known = isTime ? lt(column, horizon) : undefined;
  if (position === null) return known;
  const place = sql`(${position[0]}::${sql.raw(isTime ? 'timestamptz' : 'text')}, ${position[1]}::bigint)`;
  return and(known, direction === 'asc' ? sql`(${column}, ${id}) > ${place}` : sql`(${column}, ${id}) < ${place}`);
}

type Period = { readonly startDate?: string | null | undefined; readonly endDate?: string | undefined };

/** Condition for the moments from a start to an end, both included; a missing one leaves that side open. */
export const within = (column: PgColumn, { startDate, endDate }: Period): SQL | undefined =>
  and(
    startDate == null ? undefined : gte(column, storable(startDate)),
    endDate === undefined ? undefined : lte(column, storable(endDate)),
  );
