import type { Database } from '../database/database.ts';
import type { JobKind } from '../database/schema/job.ts';
import {
  addStandingJob,
  type ClaimOrder,
  claimJobs,
  endJob,
  type Job,
  postponeJob,
  renewJob,
  repeatJob,
} from './queue.ts';
import { WorkLoop } from './work-loop.ts';

/** DONE: it succeeded; AGAIN: it is tried again; FAILED: it is given up. */
export type JobOutcome = 'DONE' | 'AGAIN' | 'FAILED';

/** The result of an attempt; `problem` is null when it succeeded. */
export type Attempt<Result> = { readonly problem: string | null; readonly result: Result };

/** The attempt of what has no result, and succeeded. */
export const DONE: Attempt<null> = { problem: null, result: null };

/** How jobs of one kind are done. */
export type JobRules<Result> = Pick<ClaimOrder, 'claimMs'> & {
  readonly kind: JobKind;
  readonly pollIntervalMs: number;
  readonly maxConcurrent: number;
  readonly maxAttempts: number;
  /** Pause after a failed attempt, the first of which is 1; in ms. */
  readonly retryMs: (attempt: number) => number;
  /** Pause between the end of standing work and its next run, in ms. Default: what is done is done. */
  readonly everyMs?: number;
  /** The lanes from which jobs may be taken. @param busy lanes of which jobs run now */
  readonly lanes?: (busy: readonly number[]) => NonNullable<ClaimOrder['lanes']>;
  /** Orders what has become due, before jobs are claimed. */
  readonly order?: () => Promise<void>;
  /** Does the work. @throws whatever counts as a failed attempt */
  readonly attempt: (job: Job) => Promise<Attempt<Result>>;
  /** Writes the result, in the transaction that ends the attempt. @param result null when the attempt threw or ended with its process */
  readonly record?: (transaction: Database, job: Job, outcome: JobOutcome, result: Result | null) => Promise<void>;
  /** Called once that is written; not when another process has claimed the job meanwhile. */
  readonly onEnd?: (job: Job, outcome: JobOutcome, attempt: Attempt<Result | null>) => void;
  readonly onError: (error: unknown, job?: Job) => void;
};

/** Does the jobs of one kind. Several processes can do so at once, and a job of one that died is done by another. */
export function jobWorker<Result>(database: Database, rules: JobRules<Result>): WorkLoop {
  const busy: number[] = [];
  const end = async (job: Job, attempt: Attempt<Result | null>): Promise<void> => {
    const { problem, result } = attempt;
    const outcome = problem === null ? 'DONE' : job.attempts < rules.maxAttempts ? 'AGAIN' : 'FAILED';
    const isWritten = await database.transaction(async (transaction) => {
      const retryMs = outcome === 'AGAIN' ? rules.retryMs(job.attempts) : null;
      const done = () =>
        rules.everyMs === undefined ? endJob(transaction, job) : repeatJob(transaction, job, rules.everyMs);
      const isOurs = problem === null ? await done() : await postponeJob(transaction, job, problem, retryMs);
      if (isOurs) await rules.record?.(transaction, job, outcome, result);
      return isOurs;
    });
    if (isWritten) rules.onEnd?.(job, outcome, attempt);
  };
  const attempt = async (job: Job): Promise<Attempt<Result | null>> => {
    // Earlier attempts may have crashed their processes.
    if (job.attempts > rules.maxAttempts) return { problem: 'Its attempts ended with their processes', result: null };
    try {
      return await rules.attempt(job);
    } catch (error) {
      rules.onError(error, job);
      return { problem: 'It failed; the log of the service says why', result: null };
    }
  };
  return new WorkLoop({
    pollIntervalMs: rules.pollIntervalMs,
    maxConcurrent: rules.maxConcurrent,
    claim: async (most) => {
      await rules.order?.();
      const lanes = rules.lanes ? { lanes: rules.lanes(busy) } : {};
      return claimJobs(database, rules.kind, { most, claimMs: rules.claimMs, ...lanes });
    },
    work: async (job) => {
      busy.push(job.lane);
      const renew = () => renewJob(database, job, rules.claimMs).catch((error) => rules.onError(error, job));
      const renewal = setInterval(renew, rules.claimMs / 3);
      try {
        await end(job, await attempt(job));
      } finally {
        clearInterval(renewal);
        busy.splice(busy.indexOf(job.lane), 1);
      }
    },
    onError: rules.onError,
  });
}

/** How long a process that dies keeps others from its standing work, how often it is looked for at least, and tried again at least; in ms. */
const STANDING = { claimMs: 60_000, mostPollMs: 60_000, mostRetryMs: 3_600_000 } as const;

type StandingWork = {
  readonly kind: JobKind;
  /** Pause between two runs, in ms; at most an hour after a failed one. */
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  readonly onError: (error: unknown) => void;
};

/** Does work that comes again and again: one job that stays, so that one process at a time does it, and the desk shows how it went. */
export const standingWorker = (database: Database, { work, everyMs, ...rules }: StandingWork): WorkLoop =>
  jobWorker<null>(database, {
    ...rules,
    everyMs,
    pollIntervalMs: Math.min(everyMs, STANDING.mostPollMs),
    claimMs: STANDING.claimMs,
    maxConcurrent: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    retryMs: () => Math.min(everyMs, STANDING.mostRetryMs),
    order: () => addStandingJob(database, rules.kind),
    attempt: async () => {
      await work();
      return DONE;
    },
  });
