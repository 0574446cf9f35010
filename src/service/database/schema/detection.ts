import { bigint, boolean, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { CONFIDENCES, DETECTION_SOURCES, SCHEDULES } from '../../../api/threat/detection.ts';
import { assetReference } from './asset.ts';
import { moment, tableOf, times } from './column.ts';
import { organizationId } from './organization.ts';
import { reports } from './report.ts';

export const detectionConfigs = tableOf(
  'detection_configs',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    source: text({ enum: DETECTION_SOURCES }).notNull(),
    name: text().notNull(),
    terms: text().array().notNull(),
    enabled: boolean().notNull().default(true),
    schedule: text({ enum: SCHEDULES }).notNull().default('DAILY'),
    lastRunAt: moment(),
    lastResultCount: integer(),
    ...times(),
  },
  (table) => [uniqueIndex('detection_configs_organization_name').on(table.organizationId, table.name)],
);

/** One row for each asset and organization, of the config that found it first. */
export const detections = tableOf(
  'detections',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    organizationId: organizationId(),
    /** Null once the config is deleted. */
    configId: integer().references(() => detectionConfigs.id, { onDelete: 'set null' }),
    source: text({ enum: DETECTION_SOURCES }).notNull(),
    assetId: assetReference(),
    /** The matched text: the asset's content, or the beginning of the report `reportId`, which is erased with that. */
    threatContent: text().notNull(),
    reportId: bigint({ mode: 'number' }).references(() => reports.id, { onDelete: 'set null' }),
    confidence: text({ enum: CONFIDENCES }).notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('detections_organization_asset').on(table.organizationId, table.assetId),
    index('detections_organization_created_at').on(table.organizationId, table.createdAt, table.id),
    index('detections_report').on(table.reportId),
    index('detections_config').on(table.configId, table.createdAt),
  ],
);
