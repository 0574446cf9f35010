import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { assetId } from '../asset.ts';
import { bytea, moment, oneOf } from '../column.ts';

/**
 * The expressions of every blocked asset. The primary key begins with the 32-byte SHA-256, so a range of it is a bucket of
 * any width: a 16-bit bucket and a 32-bit prefix are read through the same index.
 */
export const listedExpressions = pgTable(
  'listed_expressions',
  {
    hash: bytea().notNull(),
    assetId: assetId(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.assetId] })],
);

/**
 * What each write did to the set of prefixes, as packed big-endian uint32, in the order the writes became visible. The
 * publisher adds these to its last list instead of reading every row. An edit that the current snapshot holds is deleted after some
 * minutes. `added` also names prefixes that were listed before, where something else is listed or told under them now.
 */
export const listEdits = pgTable('list_edits', {
  id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  added: bytea().notNull(),
  removed: bytea().notNull(),
  /** Whether a person took something off: that waits for no pace. */
  urgent: boolean().notNull().default(false),
  createdAt: moment().notNull().defaultNow(),
});

export const LIST_FILE_KINDS = ['snapshot', 'recent', 'changes', 'hot'] as const;

/**
 * Published files of the blocklist; a row never changes. The version document names the newest snapshot, the newest
 * recent file and the newest hot file. `fromToken` is the earlier snapshot of a `changes` file, and the snapshot below a `recent` file.
 */
export const listFiles = pgTable(
  'list_files',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    token: text().notNull().unique(),
    kind: text({ enum: LIST_FILE_KINDS }).notNull(),
    fromToken: text(),
    algoVersion: text().notNull(),
    /** Grows with every file of its kind; signed. `changes` have that of the list they lead to. */
    version: bigint({ mode: 'number' }).notNull(),
    count: integer().notNull(),
    /** Hex SHA-256 over the sorted big-endian prefixes; for `changes`, of the list they lead to. */
    sha256: text().notNull(),
    body: bytea().notNull(),
    /** The last edit that the file holds. */
    editId: bigint({ mode: 'number' }).notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index('list_files_kind').on(table.kind, table.id), oneOf('list_files_kind', table.kind, LIST_FILE_KINDS)],
);
