import { type BuildExtraConfigColumns, getTableColumns, type SQL, sql } from 'drizzle-orm';
import {
  check,
  customType,
  type PgColumn,
  type PgColumnBuilderBase,
  type PgTableExtraConfigValue,
  pgTable,
  timestamp,
} from 'drizzle-orm/pg-core';

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

/** A table. A check constraint bounds each text column that has a list of values: `reports_source` of `source` in `reports`. */
export const tableOf = <Name extends string, Columns extends Record<string, PgColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  more: (table: BuildExtraConfigColumns<Name, Columns, 'pg'>) => PgTableExtraConfigValue[] = () => [],
) =>
  pgTable(name, columns, (table) => [
    ...more(table),
    ...Object.entries<PgColumn>(table).flatMap(([key, column]) => {
      const { dataType, enumValues } = getTableColumns(column.table)[key]!;
      if (dataType !== 'string' || !enumValues?.length) return [];
      const constraint = `${name}_${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
      return [check(constraint, sql`${column} in (${literals(enumValues)})`)];
    }),
  ]);

const literals = (values: readonly string[]): SQL =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));
