import { and, asc, desc, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { SORT_DIRECTIONS } from '../../api/field.ts';
import { storable } from './database.ts';

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

/** Condition for the rows after a position; undefined for the first page. */
export function behind({ column, id, direction }: Order, position: KeysetPosition | null): SQL | undefined {
  if (position === null) return undefined;
  const type = sql.raw(column.getSQLType().startsWith('timestamp') ? 'timestamptz' : 'text');
  const place = sql`(${position[0]}::${type}, ${position[1]}::bigint)`;
  return direction === 'asc' ? sql`(${column}, ${id}) > ${place}` : sql`(${column}, ${id}) < ${place}`;
}

type Period = { readonly startDate?: string | null | undefined; readonly endDate?: string | undefined };

/** Condition for the moments from a start to an end, both included; a missing one leaves that side open. */
export const within = (column: PgColumn, { startDate, endDate }: Period): SQL | undefined =>
  and(
    startDate == null ? undefined : gte(column, storable(startDate)),
    endDate === undefined ? undefined : lte(column, storable(endDate)),
  );
