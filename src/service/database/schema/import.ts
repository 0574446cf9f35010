import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import { SCAM_KINDS, type ScamKind } from '../../../api/report/scam-kind.ts';
import { bytea, moment, oneOf } from './column.ts';

/** BEGUN: under way, or ended midway. */
export const IMPORT_OUTCOMES = ['BEGUN', 'DONE', 'REFUSED', 'UNDONE'] as const;

/** Lists that are fetched and imported regularly. */
export const importSchedules = pgTable(
  'import_schedules',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    /** An http or https address, or the absolute path of a file on the machine of the service. */
    origin: text().notNull().unique(),
    format: text().notNull(),
    source: text().notNull(),
    kind: text({ enum: SCAM_KINDS }).$type<ScamKind>(),
    everySeconds: integer().notNull(),
    /** What the last answer that was imported said about itself (RFC 9110 section 8.8), to ask whether there is a newer one. */
    etag: text(),
    lastModified: text(),
    /** SHA-256 of the bytes that were imported last. */
    digest: bytea(),
    nextRunAt: moment().notNull().defaultNow(),
    /** Until when the process that runs it has it for itself. */
    claimedUntil: moment(),
    lastSuccessAt: moment(),
    /** In a row. */
    failures: integer().notNull().default(0),
    failingSince: moment(),
    problem: text(),
    /** Since when it waits for `imports run`, because what it imported was undone. */
    pausedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('import_schedules_next_run').on(table.nextRunAt),
    oneOf('import_schedules_kind', table.kind, SCAM_KINDS),
  ],
);

/** Every import that wrote something. */
export const listImports = pgTable(
  'list_imports',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    source: text().notNull(),
    /** The file or address that was read. */
    origin: text().notNull(),
    format: text().notNull(),
    outcome: text({ enum: IMPORT_OUTCOMES }).notNull().default('BEGUN'),
    created: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    lifted: integer().notNull().default(0),
    startedAt: moment().notNull().defaultNow(),
    endedAt: moment(),
  },
  (table) => [
    index('list_imports_source').on(table.source, table.id),
    oneOf('list_imports_outcome', table.outcome, IMPORT_OUTCOMES),
  ],
);

/** An asset, and what the source of the import said about it before; a null status where it said nothing. */
export type ImportChange = readonly [assetId: number, status: AssetStatus | null, reason: string | null];

/** What an import changed, in the parts in which it wrote it: enough to take it back. */
export const listImportChanges = pgTable(
  'list_import_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    importId: integer()
      .notNull()
      .references(() => listImports.id, { onDelete: 'cascade' }),
    changes: jsonb().$type<ImportChange[]>().notNull(),
  },
  (table) => [index('list_import_changes_import').on(table.importId, table.id)],
);
