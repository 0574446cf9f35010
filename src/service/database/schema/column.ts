import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, check, customType, timestamp } from 'drizzle-orm/pg-core';

/** Raw bytes, for example a SHA-256. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  // postgres.js knows a Buffer, not a Uint8Array; PGlite takes either.
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
});

/** A moment to the millisecond, which is what a JavaScript date can hold and a cursor can repeat. */
export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

/** When a row was made and last changed. */
export const times = () => ({
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
});

/** A check constraint that a text column holds one of these values. */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${literals(values)})`);

const literals = (values: readonly string[]): SQL =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));
