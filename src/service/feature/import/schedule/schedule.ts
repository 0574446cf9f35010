import { Progress } from '../../../command-line/progress.ts';
import { TextFileError } from '../../../command-line/text-file.ts';
import type { Database } from '../../../database/database.ts';
import type { Log } from '../../../http/log/log.ts';
import type { OutboundPolicy } from '../../../http/outgoing.ts';
import { WorkLoop } from '../../../jobs/work-loop.ts';
import type { Publisher } from '../../../publisher/publisher.ts';
import { ImportRefused } from '../format/entry.ts';
import { type FormatChoice, isFormatChoice } from '../format/format.ts';
import { type ImportRun, runImport } from '../list-import.ts';
import { conflictTally } from '../summary.ts';
import { understandingWarning } from '../understanding.ts';
import { OriginFailed, readOrigin } from './origin.ts';
import {
  claimDueSchedules,
  type ImportSchedule,
  releaseSchedule,
  renewClaim,
  settleFailure,
  settleSuccess,
} from './store.ts';

const POLL_INTERVAL_MS = 5_000;
const RENEWAL_INTERVAL_MS = 30_000;

/** What a run of a schedule works with. */
export type ScheduleContext = {
  readonly database: Database;
  readonly publisher: Pick<Publisher, 'holdWhile'>;
  readonly outbound: OutboundPolicy;
  readonly progress?: Progress;
  /** Lift however much left the list, and block what many people visit. */
  readonly force?: boolean;
  /** Aborts the run. It stays due, and imports the rest when it runs again. */
  readonly signal?: AbortSignal;
};

/** The result of a run: an import, or nothing new. */
export type ScheduleRun = ImportRun | 'unchanged';

/**
 * Fetches and imports the list of a claimed schedule, and records the result.
 * @throws OriginFailed, TextFileError, ImportRefused once the failure is noted; the reason of the signal; whatever the database throws
 */
export async function runSchedule(schedule: ImportSchedule, context: ScheduleContext): Promise<ScheduleRun> {
  const { database, signal } = context;
  const { id } = schedule;
  const renewal = setInterval(() => void renewClaim(database, id).catch(() => undefined), RENEWAL_INTERVAL_MS);
  try {
    const { input, state } = await readOrigin(schedule.origin, schedule, context);
    const run = input === null ? 'unchanged' : await importInput(schedule, input, context);
    clearInterval(renewal);
    await settleSuccess(database, id, state);
    return run;
  } catch (error) {
    clearInterval(renewal);
    if (signal?.aborted) await releaseSchedule(database, id);
    else await settleFailure(database, id, problemOf(error), waitSecondsOf(error, schedule));
    throw error;
  }
}

async function importInput(
  { origin, source, kind, format }: ImportSchedule,
  input: Parameters<typeof runImport>[1]['input'],
  { database, publisher, force = false, progress = new Progress({ write: () => {} }), signal }: ScheduleContext,
): Promise<ImportRun> {
  const order = { origin, input, format: formatOf(format), source, kind, progress, force };
  return publisher.holdWhile(() => runImport(database, { ...order, ...(signal ? { signal } : {}) }));
}

function formatOf(format: string): FormatChoice {
  if (isFormatChoice(format)) return format;
  throw new ImportRefused(`This version does not know the format ${format}: remove the schedule and add it again`);
}

/** The message of a failure: that of an expected one; never the values of a database statement. */
const problemOf = (error: unknown): string =>
  isExpected(error) ? error.message : 'It failed; the log of the service says why';

/** How long to wait after a failure: one that needs a person's decision is retried no sooner than the schedule's period. */
function waitSecondsOf(error: unknown, { everySeconds }: ImportSchedule): number {
  if (error instanceof ImportRefused) return everySeconds;
  return error instanceof OriginFailed ? error.waitSeconds : 0;
}

/** A failure of the origin or of its list, rather than of the service. */
export const isExpected = (error: unknown): error is OriginFailed | TextFileError | ImportRefused =>
  error instanceof OriginFailed || error instanceof TextFileError || error instanceof ImportRefused;

type ImportLoopOptions = Omit<ScheduleContext, 'progress' | 'force' | 'signal'> & {
  readonly log: Log;
  /** Called after every run, for the metrics. */
  readonly onRun: (outcome: 'imported' | 'unchanged' | 'failed') => void;
  /** How often due schedules are looked for, in ms. Default: 5,000. */
  readonly pollIntervalMs?: number;
};

/**
 * Runs the schedules that are due, one after the other, beside other processes that do the same. `stop` aborts the running import,
 * which stays due.
 */
export function importLoop({ log, onRun, pollIntervalMs = POLL_INTERVAL_MS, ...context }: ImportLoopOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = new WorkLoop<ImportSchedule>({
    pollIntervalMs,
    maxConcurrent: 1,
    claim: (most) => claimDueSchedules(context.database, most),
    work: async (schedule) => {
      const { id, source } = schedule;
      try {
        const run = await runSchedule(schedule, { ...context, signal });
        onRun(run === 'unchanged' ? 'unchanged' : 'imported');
        log.info('scheduled import', { scheduleId: id, source, ...toldOf(run) });
      } catch (error) {
        if (signal.aborted) return;
        onRun('failed');
        log.error('scheduled import failed', error, { scheduleId: id, source });
      }
    },
    onError: (error) => log.error('schedules of imports failed', error),
  });
  const stop = async () => {
    stopping.abort();
    await loop.stop();
  };
  return { start: () => loop.start(), stop };
}

function toldOf(run: ScheduleRun) {
  if (run === 'unchanged') return { outcome: run };
  const { outcome, triage, conflicts } = run.result;
  const warning = understandingWarning(triage);
  const overridden = conflictTally(conflicts).rows();
  const { created, changed, lifted } = outcome;
  const held = (['many-visitors', 'many-pages'] as const).map((reason) => triage.skipped.of(reason));
  const ofHighReach = held.reduce((sum, { count }) => sum + count, 0);
  return {
    ...{ outcome: 'imported', importId: run.id, created, changed, lifted },
    ...(warning === null ? {} : { warning }),
    ...(overridden.length === 0
      ? {}
      : {
          conflicts: overridden
            .map(([text, { count, examples }]) => `${count} ${text}: ${examples.join(', ')}`)
            .join('; '),
        }),
    ...(ofHighReach === 0 ? {} : { ofHighReach, skipped: held.flatMap(({ examples }) => examples).join(' ') }),
  };
}
