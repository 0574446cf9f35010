import * as z from 'zod/mini';
import { ASSET_TYPES } from '../../asset/type.ts';
import { ASSET_STATUSES } from '../asset/asset.ts';
import { cursor, known, period, slug } from '../field.ts';
import { operation } from '../operation.ts';

/**
 * Where detection searches. BLOCKLIST: every decided asset; REPORTS: the assets of the organization's reports, and
 * those in their titles and descriptions.
 */
export const DETECTION_SOURCES = ['BLOCKLIST', 'REPORTS'] as const;
/**
 * How a term was found. high: as a whole word of the content; medium: inside a word; low: only after replacing
 * look-alike characters; none: only in the text that mentions the content.
 */
export const CONFIDENCES = ['none', 'low', 'medium', 'high'] as const;
export const REPORT_STATES = ['REPORTED', 'NOT_REPORTED'] as const;
/** How often the service runs a config by itself. */
export const SCHEDULES = ['MANUAL', 'HOURLY', 'DAILY', 'WEEKLY'] as const;

const shared = { group: 'Threats and detection', method: 'POST' } as const;
const configId = z.int().check(z.positive(), z.maximum(2_147_483_647));
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(255));
/** 3 to 64 characters, so that a term does not match everything. */
const term = z.string().check(z.trim(), z.minLength(3), z.maxLength(64));
const terms = z.array(term).check(z.minLength(1), z.maxLength(50));

/**
 * What a config searches for. Terms are parts of an asset's content, in any letter case; a match of one of them is a
 * detection.
 */
const detectionConfig = z.object({
  id: z.int(),
  source: known(DETECTION_SOURCES),
  name: z.string(),
  terms: z.array(z.string()),
  enabled: z.boolean(),
  schedule: known(SCHEDULES),
  lastRunAt: z.nullable(z.string()),
  lastResultCount: z.nullable(z.int()),
});
export type DetectionConfig = z.infer<typeof detectionConfig>;

const FILTER_PROPERTIES = ['source', 'assetStatus', 'confidence', 'assetType'] as const;
const FILTER_OPERATORS = ['in', 'notIn'] as const;

export const detectionList = operation({
  ...shared,
  id: 'detectionList',
  summary: 'Detection results of an organization, newest first',
  path: '/detection/list',
  access: 'read',
  service: 'detection',
  body: z.object({
    slug,
    cursor,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
    filters: z.optional(
      z
        .array(
          z.object({
            property: z.enum(FILTER_PROPERTIES),
            operator: z.enum(FILTER_OPERATORS),
            value: z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(100)),
          }),
        )
        .check(z.maxLength(20)),
    ),
    query: z.optional(z.string().check(z.maxLength(255))),
    ...period,
  }),
  response: z.object({
    detections: z.array(
      z.object({
        id: z.int(),
        threatContent: z.string(),
        source: known(DETECTION_SOURCES),
        createdAt: z.string(),
        confidence: known(CONFIDENCES),
        reportStatus: known(REPORT_STATES),
        asset: z.object({
          id: z.int(),
          content: z.string(),
          type: known(ASSET_TYPES),
          status: known(ASSET_STATUSES),
        }),
      }),
    ),
    nextCursor: z.optional(z.string()),
  }),
});

export const detectionSources = operation({
  ...shared,
  id: 'detectionSources',
  summary: 'Where detection configs can look',
  method: 'GET',
  path: '/detection/sources',
  access: 'read',
  service: 'detection',
  response: z.object({
    sources: z.array(
      z.object({ source: known(DETECTION_SOURCES), name: z.string(), description: z.string(), assetCount: z.int() }),
    ),
  }),
});

export const detectionConfigList = operation({
  ...shared,
  id: 'detectionConfigList',
  summary: 'Detection configs of an organization',
  path: '/detection/configs/list',
  access: 'read',
  service: 'detection',
  body: z.object({ slug }),
  response: z.object({ configs: z.array(detectionConfig) }),
});

const draft = { source: z.enum(DETECTION_SOURCES), name, terms };

export const detectionConfigCreate = operation({
  ...shared,
  id: 'detectionConfigCreate',
  summary: 'Create a detection config',
  path: '/detection/configs/create',
  access: 'manage',
  service: 'detection',
  body: z.object({
    slug,
    ...draft,
    enabled: z._default(z.boolean(), true),
    schedule: z._default(z.enum(SCHEDULES), 'DAILY'),
  }),
  response: detectionConfig,
  errors: [409],
});

export const detectionConfigUpdate = operation({
  ...shared,
  id: 'detectionConfigUpdate',
  summary: 'Change a detection config',
  path: '/detection/configs/update',
  access: 'manage',
  service: 'detection',
  body: z.object({
    id: configId,
    slug,
    source: z.optional(z.enum(DETECTION_SOURCES)),
    name: z.optional(name),
    terms: z.optional(terms),
    enabled: z.optional(z.boolean()),
    schedule: z.optional(z.enum(SCHEDULES)),
  }),
  response: detectionConfig,
  errors: [404, 409],
});

export const detectionConfigDelete = operation({
  ...shared,
  id: 'detectionConfigDelete',
  summary: 'Delete a detection config; what it found stays',
  path: '/detection/configs/delete',
  access: 'manage',
  service: 'detection',
  body: z.object({ id: configId, slug }),
  response: z.object({ success: z.literal(true), id: z.int() }),
  errors: [404],
});

export const detectionConfigRun = operation({
  ...shared,
  id: 'detectionConfigRun',
  summary: 'Run a detection config now',
  path: '/detection/configs/run',
  access: 'manage',
  service: 'detection',
  // A run takes seconds, and its results are written in a separate transaction.
  changes: 'own',
  body: z.object({ id: configId, slug }),
  /** `resultCount`: current matches; `newCount`: those that were not detected before. */
  response: z.object({ config: detectionConfig, resultCount: z.int(), newCount: z.int(), truncated: z.boolean() }),
  errors: [404, 409],
});

export const detectionConfigValidate = operation({
  ...shared,
  id: 'detectionConfigValidate',
  summary: 'What a detection config would find, without saving it',
  path: '/detection/configs/validate',
  access: 'read',
  service: 'detection',
  body: z.object({ slug, source: z.enum(DETECTION_SOURCES), name: z.optional(name), terms }),
  response: z.object({
    valid: z.boolean(),
    issues: z.array(z.object({ message: z.string() })),
    resultCount: z.int(),
    sample: z.array(z.object({ content: z.string(), type: known(ASSET_TYPES), confidence: known(CONFIDENCES) })),
  }),
});

export const detectionDrift = operation({
  ...shared,
  id: 'detectionDrift',
  summary: 'Detection configs that find nothing, too much, or have not run in time',
  path: '/detection/drift',
  access: 'read',
  service: 'detection',
  body: z.object({ slug }),
  response: z.object({
    zeroResult: z.array(detectionConfig),
    noisy: z.array(detectionConfig),
    stale: z.array(detectionConfig),
  }),
});
