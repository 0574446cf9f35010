import { bigint, boolean, index, integer, jsonb, text } from 'drizzle-orm/pg-core';
import type { AssetStatus } from '../../../api/asset/asset.ts';
import { SCAM_KINDS, type ScamKind } from '../../../api/report/scam-kind.ts';
import { bytea, moment, tableOf } from './column.ts';

/** BEGUN: running or interrupted. */
export const IMPORT_OUTCOMES = ['BEGUN', 'DONE', 'REFUSED', 'UNDONE'] as const;

/** What a person asks for at the desk. FORCE lifts any number, UNDO takes the newest import back, END lifts all. */
export const SOURCE_TASKS = ['PREVIEW', 'RUN', 'FORCE', 'UNDO', 'END'] as const;

/** Every list that entries come from, and how it is fetched. */
export const sources = tableOf(
  'sources',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull().unique(),
    /** The order of trust: of lists that disagree, the one with the lowest number decides. */
    rank: integer().notNull(),
    /** An http or https address, or the absolute path of a file on the machine of the service; null: imported by hand alone. */
    origin: text().unique(),
    format: text().notNull().default('auto'),
    kind: text({ enum: SCAM_KINDS }).$type<ScamKind>(),
    everySeconds: integer().notNull().default(86_400),
    /** Where the SHA-256 of the list is published. */
    checksumUrl: text(),
    /** Header fields of its requests, as JSON and encrypted. */
    headers: bytea(),
    /** Whether its entries may open what lists of lower trust block. */
    takesAllowed: boolean().notNull().default(true),
    /** How long an entry stays after the list dropped it. */
    graceDays: integer().notNull().default(0),
    /** How long after it was first seen an entry leaves, though the list still has it; null: never. */
    expireDays: integer(),
    /** Percent: entries of which the list itself is less sure are left out. */
    minConfidence: integer().notNull().default(0),
    /** Validators of the last imported answer (RFC 9110 section 8.8), for conditional requests. */
    etag: text(),
    lastModified: text(),
    digest: bytea(),
    /** When a person decided to import it; null while they look at the preview. */
    takenAt: moment(),
    preview: jsonb().$type<ImportReport>(),
    task: text({ enum: SOURCE_TASKS }),
    nextRunAt: moment().notNull().defaultNow(),
    lastSuccessAt: moment(),
    /** Consecutive failures. */
    failures: integer().notNull().default(0),
    failingSince: moment(),
    problem: text(),
    /** When it was paused until a person runs it, because its import was undone. */
    pausedAt: moment(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [index('sources_next_run').on(table.nextRunAt)],
);

/** How often something happened, with the first cases. */
export type Counted = { readonly count: number; readonly examples: readonly string[] };

export type ImportReport = {
  readonly format: string;
  readonly read: number;
  readonly blocked: number;
  readonly allowed: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Entries that left: those that nothing else blocks are lifted, `waiting` are within their grace, `expired` got too old. */
  readonly left: number;
  readonly lifted: number;
  readonly waiting: number;
  readonly expired: number;
  /** By the code of the reason. */
  readonly skipped: readonly (readonly [reason: string, Counted])[];
  /** By who decides otherwise, and the names of those lists. */
  readonly conflicts: readonly (readonly [kind: string, lists: string, Counted])[];
  readonly overlaps: readonly (readonly [source: string, count: number])[];
  readonly strange: readonly string[];
  readonly notes: readonly string[];
};

/** Every import with changes. */
export const listImports = tableOf(
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
    report: jsonb().$type<ImportReport>(),
    startedAt: moment().notNull().defaultNow(),
    endedAt: moment(),
  },
  (table) => [index('list_imports_source').on(table.source, table.id)],
);

/** An asset and its previous entry in the list; a null status: it had none. */
export type ImportChange = readonly [assetId: number, status: AssetStatus | null, reason: string | null];

/** The changes of an import in batches, from which it can be undone. */
export const listImportChanges = tableOf(
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
