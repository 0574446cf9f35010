import {
  type Fields,
  isCount,
  isNumber,
  isNumberOrNull,
  isRecord,
  isText,
  isTextOrNull,
  shaped,
} from '../api/shape.ts';

/** What may be wrong with the list or its sync; each is a health problem of the same name. */
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

/** What is wrong, with a sentence that names no host, path or key. */
export type SyncProblem = { readonly kind: (typeof SYNC_PROBLEMS)[number]; readonly detail: string };

/** All that is kept between two polls. Times are milliseconds since epoch. */
export type SyncRecord = {
  readonly lastAttemptAt: number | null;
  readonly lastSuccessAt: number | null;
  readonly nextAttemptAt: number | null;
  readonly problem: SyncProblem | null;
  /** Failures in a row. */
  readonly failures: number;
  /** Until when the service asked to be left alone (`Retry-After`). */
  readonly waitUntil: number | null;
  readonly pollSeconds: number;
  /** Base address of the service that all this is about. */
  readonly service: string | null;
  /** What the last success announced, and the `ETag` to ask with while exactly that is held. */
  readonly current: Announced | null;
};
type Announced = {
  readonly snapshotToken: string;
  readonly recentToken: string;
  readonly hotToken: string | null;
  readonly etag: string | null;
  /** As the version document has it; absent or null where the service tells no updates. */
  readonly updates?: string | null;
  readonly at: number;
  readonly confirmPrefixLength: number;
};

const TIMES = ['lastAttemptAt', 'lastSuccessAt', 'nextAttemptAt', 'waitUntil'] as const;

export const syncRecord = shaped<SyncRecord>(
  (value) =>
    TIMES.every((name) => isNumberOrNull(value[name])) &&
    (value.problem === null || isProblem(value.problem)) &&
    isCount(value.failures) &&
    isNumber(value.pollSeconds) &&
    value.pollSeconds > 0 &&
    isTextOrNull(value.service) &&
    (value.current === null || isAnnounced(value.current)),
);

function isProblem(problem: unknown): boolean {
  const { kind, detail } = (isRecord(problem) ? problem : {}) as Fields<SyncProblem>;
  return (SYNC_PROBLEMS as readonly unknown[]).includes(kind) && isText(detail);
}

function isAnnounced(current: unknown): boolean {
  const { snapshotToken, recentToken, hotToken, etag, updates, at, confirmPrefixLength } = (
    isRecord(current) ? current : {}
  ) as Fields<Announced>;
  const areTokens = isText(snapshotToken) && isText(recentToken) && isTextOrNull(hotToken) && isTextOrNull(etag);
  return (
    areTokens && (updates === undefined || isTextOrNull(updates)) && isNumber(at) && isCount(confirmPrefixLength, 4, 8)
  );
}

/** The state of the sync as others see it. */
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
};

export const stateOf = ({ lastAttemptAt, lastSuccessAt, nextAttemptAt, problem }: SyncRecord): SyncState => ({
  lastAttemptAt,
  lastSuccessAt,
  nextAttemptAt,
  problem,
});
