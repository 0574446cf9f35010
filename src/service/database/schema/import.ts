import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import { SCAM_KINDS, type ScamKind } from '../../../api/report/scam-kind.ts';
import { bytea, moment, oneOf } from './column.ts';

/** BEGUN: running or interrupted. */
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
    /** Validators of the last imported answer (RFC 9110 section 8.8), for conditional requests. */
    etag: text(),
    lastModified: text(),
    /** SHA-256 of the bytes that were imported last. */
    digest: bytea(),
    nextRunAt: moment().notNull().defaultNow(),
    /** Until when a process has claimed it. */
    claimedUntil: moment(),
    lastSuccessAt: moment(),
    /** Consecutive failures. */
    failures: integer().notNull().default(0),
    failingSince: moment(),
    problem: text(),
    /** When it was paused until `imports run`, because its import was undone. */
    pausedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('import_schedules_next_run').on(table.nextRunAt),
    oneOf('import_schedules_kind', table.kind, SCAM_KINDS),
  ],
);

/** Every import with changes. */
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

/** An asset and its previous entry in the list; a null status: it had none. */
export type ImportChange = readonly [assetId: number, status: AssetStatus | null, reason: string | null];

/** The changes of an import in batches, from which it can be undone. */
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
