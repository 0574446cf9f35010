import * as z from 'zod/mini';
import { ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import { StorageFailure } from '../../storage/failure.ts';
import { ListError } from '../codec/list-error.ts';

/** Possible problems of the list or its sync; each is a health problem of the same name. */
export const SYNC_PROBLEMS = [
  'list-rejected',
  'update-needed',
  'service-unreachable',
  'service-refused',
  'key-refused',
  'not-configured',
  'storage-full',
  'storage-broken',
] as const;

const syncProblem = z.object({ kind: z.enum(SYNC_PROBLEMS), detail: z.string() });
export type SyncProblem = Readonly<z.infer<typeof syncProblem>>;

const announced = z.object({
  snapshotToken: z.string(),
  recentToken: z.string(),
  hotToken: z.nullable(z.string()),
  etag: z.nullable(z.string()),
  /** As in the version document; absent or null if the service offers no updates. */
  updates: z.optional(z.nullable(z.string())),
  at: z.number(),
  confirmPrefixLength: z.int().check(z.minimum(4), z.maximum(8)),
});

const announcedFiles = z.object({
  /** Digest of the key that asked. */
  keyDigest: z.string(),
  etag: z.nullable(z.string()),
  ownToken: z.nullable(z.string()),
  officialToken: z.nullable(z.string()),
  /** When they were polled, in ms since epoch. */
  at: z.number(),
});

/** Everything kept between two polls. Times are milliseconds since epoch. */
export const syncRecord = z.object({
  lastAttemptAt: z.nullable(z.number()),
  lastSuccessAt: z.nullable(z.number()),
  nextAttemptAt: z.nullable(z.number()),
  problem: z.nullable(syncProblem),
  /** Consecutive failures. */
  failures: z.int().check(z.nonnegative()),
  /** End of the wait that the service requested (`Retry-After`). */
  waitUntil: z.nullable(z.number()),
  pollSeconds: z.number().check(z.positive()),
  /** Base address of the service of this record. */
  service: z.nullable(z.string()),
  /** The last success's announcement, with the `ETag` to send while exactly that is stored. */
  current: z.nullable(announced),
  /** The last success's announcement of the organization's files. */
  organization: z._default(z.nullable(announcedFiles), null),
});
export type SyncRecord = Readonly<z.infer<typeof syncRecord>>;

/** The public state of the sync. */
export type SyncState = Pick<SyncRecord, 'lastAttemptAt' | 'lastSuccessAt' | 'nextAttemptAt' | 'problem'>;

/** The record before the first poll. */
export const FIRST_SYNC: SyncRecord = {
  lastAttemptAt: null,
  lastSuccessAt: null,
  nextAttemptAt: null,
  problem: null,
  failures: 0,
  waitUntil: null,
  pollSeconds: 60,
  service: null,
  current: null,
  organization: null,
};

/** No service address is known. */
export const NOT_CONFIGURED: SyncProblem = {
  kind: 'not-configured',
  detail: 'No service is configured: enter its address in the settings',
};

/** The service publishes a list whose rules this build does not know. */
export class UnknownRules extends Error {
  override readonly name = 'UnknownRules';
}

/** Describes a sync error to a person. Omits the service's own text, which may name hosts. */
export function problemOf(error: unknown): SyncProblem {
  if (error instanceof ListError) return { kind: 'list-rejected', detail: error.message };
  if (error instanceof StorageFailure) return { kind: `storage-${error.kind}`, detail: error.message };
  if (error instanceof ServiceRefusal) {
    const keyRefused = error.status === 401 || error.status === 403;
    return {
      kind: keyRefused ? 'key-refused' : 'service-refused',
      detail: `The service answered with status ${error.status}`,
    };
  }
  if (error instanceof ServiceUnreachable) return { kind: 'service-unreachable', detail: error.message };
  if (error instanceof UnknownRules)
    return {
      kind: 'update-needed',
      detail: 'The service uses rules that this version does not know: update the extension',
    };
  console.error('The list sync stopped on an unexpected error', error);
  const name = error instanceof Error ? error.name : typeof error;
  return { kind: 'list-rejected', detail: `The update stopped on an unexpected error (${name})` };
}
