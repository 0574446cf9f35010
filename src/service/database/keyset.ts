import { asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import type { SORT_DIRECTIONS } from '../../api/page.ts';

/** What rows are ordered by, besides their id: a moment or a text. */
export type Order = {
  readonly column: PgColumn;
  readonly id: PgColumn;
  readonly direction: (typeof SORT_DIRECTIONS)[number];
};

/** Where a page ended: the value of the ordering column as text, and the id. */
export const keysetPosition = z.tuple([z.string(), z.int()]);
export type KeysetPosition = z.infer<typeof keysetPosition>;

/** The order of a list: by the column, and by id where that is the same. */
export const orderOf = ({ column, id, direction }: Order): SQL[] =>
  direction === 'asc' ? [asc(column), asc(id)] : [desc(column), desc(id)];

/** The rows behind a position in an order; everything where there is none. */
export function behind({ column, id, direction }: Order, position: KeysetPosition | null): SQL | undefined {
  if (position === null) return undefined;
  const type = sql.raw(column.getSQLType().startsWith('timestamp') ? 'timestamptz' : 'text');
  const place = sql`(${position[0]}::${type}, ${position[1]}::bigint)`;
  return direction === 'asc' ? sql`(${column}, ${id}) > ${place}` : sql`(${column}, ${id}) < ${place}`;
}
