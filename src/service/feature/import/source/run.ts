import { and, desc, eq, ne } from 'drizzle-orm';
import { TextFileError } from '../../../command-line/text-file.ts';
import type { Database } from '../../../database/database.ts';
import { listImports } from '../../../database/schema/import.ts';
import type { Log } from '../../../http/log/log.ts';
import type { OutboundPolicy } from '../../../http/outgoing.ts';
import { DONE, jobWorker } from '../../../jobs/worker.ts';
import type { Publisher } from '../../../publisher/publisher.ts';
import { ImportRefused } from '../format/entry.ts';
import { type FormatChoice, isFormatChoice } from '../format/format.ts';
import { undoImport } from '../import-store.ts';
import { endEntries, type ImportRun, runImport } from '../list-import.ts';
import { changeLines } from '../summary.ts';
import { openHeaders } from './headers.ts';
import { OriginFailed, type OriginReading, readOrigin } from './origin.ts';
import {
  dueSource,
  endTask,
  orderDueSources,
  recordFailure,
  recordSuccess,
  removeSource,
  type Source,
} from './store.ts';

const POLL_INTERVAL_MS = 5_000;
/** A process that dies keeps others from its source for two minutes. */
const CLAIM_MS = 120_000;

export type SourceContext = {
  readonly database: Database;
  readonly publisher: Pick<Publisher, 'holdWhile'>;
  readonly outbound: OutboundPolicy;
  readonly force?: boolean;
  /** Aborts the run. It stays due, and imports the rest when it runs again. */
  readonly signal?: AbortSignal;
};

export type SourceRun = Omit<ImportRun, 'summary'> | 'unchanged';

/**
 * Imports the list of a source, and records the result. @throws OriginFailed, TextFileError, ImportRefused after that
 */
export const runSource = (source: Source, context: SourceContext): Promise<SourceRun> =>
  recorded(source, context, async () => {
    const { input, state } = await fetchList(source, context);
    const run = input === null ? await endDue(source, context) : await importInput(source, input, context);
    await recordSuccess(context.database, source.id, state);
    return run;
  });

/** Fetches the list of a source, and records what importing it would change. @throws as {@link runSource} */
export const previewSource = (source: Source, context: SourceContext): Promise<SourceRun> =>
  recorded(source, context, async () => {
    const { input } = await fetchList({ ...source, etag: null, lastModified: null, digest: null }, context);
    const run = await importInput(source, input!, context, true);
    await endTask(context.database, source.id, { preview: run.report, failures: 0, failingSince: null, problem: null });
    return run;
  });

const undoNewest = (source: Source, context: SourceContext): Promise<void> =>
  recorded(source, context, async () => {
    const { database, publisher } = context;
    const [newest] = await database
      .select({ id: listImports.id })
      .from(listImports)
      .where(and(eq(listImports.source, source.name), ne(listImports.outcome, 'UNDONE')))
      .orderBy(desc(listImports.id))
      .limit(1);
    if (!newest) throw new ImportRefused(`There is no import of ${source.name} to take back`);
    await publisher.holdWhile(() => undoImport(database, newest.id));
    await endTask(database, source.id, { failures: 0, failingSince: null, problem: null });
  });

const endSource = (source: Source, context: SourceContext): Promise<void> =>
  recorded(source, context, async () => {
    const { database, publisher, signal } = context;
    await publisher.holdWhile(() => endEntries(database, nameOf(source), 'all', signal));
    await endTask(database, source.id);
    await removeSource(database, source.id);
  });

const nameOf = ({ name, origin, format }: Source) => ({ source: name, origin: origin ?? name, format });

async function recorded<T>(source: Source, { database, signal }: SourceContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!signal?.aborted) await recordFailure(database, source.id, problemOf(error), waitSecondsOf(error, source));
    throw error;
  }
}

async function fetchList(source: Source, { database, outbound, signal }: SourceContext): Promise<OriginReading> {
  const { origin } = source;
  if (origin === null) throw new ImportRefused(`${source.name} has no address`);
  return readOrigin({ ...source, origin }, { outbound, signal, headers: await openHeaders(database, source) });
}

async function importInput(
  { origin, name, kind, format }: Source,
  input: Parameters<typeof runImport>[1]['input'],
  { database, publisher, force = false, signal }: SourceContext,
  dryRun = false,
): Promise<ImportRun> {
  const order = {
    origin: origin ?? name,
    input,
    format: formatOf(format),
    source: name,
    ...{ kind, force, dryRun },
  };
  return publisher.holdWhile(() => runImport(database, { ...order, ...(signal ? { signal } : {}) }));
}

async function endDue(source: Source, context: SourceContext): Promise<SourceRun> {
  const { database, publisher, signal } = context;
  if (source.graceDays === 0 && source.expireDays === null) return 'unchanged';
  const due = await publisher.holdWhile(() => endEntries(database, nameOf(source), 'due', signal));
  return due ?? 'unchanged';
}

function formatOf(format: string): FormatChoice {
  if (isFormatChoice(format)) return format;
  throw new ImportRefused(`This version does not know the format ${format}: remove the source and add it again`);
}

/** The message of a failure: that of an expected one; never the values of a database statement. */
const problemOf = (error: unknown): string =>
  isExpected(error) ? error.message : 'It failed; the log of the service says why';

/** How long to wait after a failure: one that needs a person's decision is retried no sooner than the source's period. */
function waitSecondsOf(error: unknown, { everySeconds }: Source): number {
  if (error instanceof ImportRefused) return everySeconds;
  return error instanceof OriginFailed ? error.waitSeconds : 0;
}

const isExpected = (error: unknown): error is OriginFailed | TextFileError | ImportRefused =>
  error instanceof OriginFailed || error instanceof TextFileError || error instanceof ImportRefused;

type ImportLoopOptions = Omit<SourceContext, 'force' | 'signal'> & {
  readonly log: Log;
  /** Called after every run, for the metrics. */
  readonly onRun: (outcome: 'imported' | 'unchanged' | 'failed') => void;
  /** How often due sources are looked for, in ms. Default: 5,000. */
  readonly pollIntervalMs?: number;
};

const TASKS = { UNDO: undoNewest, PREVIEW: previewSource, END: endSource } as const;

/**
 * Runs the sources that are due and does what people ask for at the desk, one after the other, beside other processes that do the same.
 * `stop` aborts the running import, which stays due.
 */
export function importLoop({ log, onRun, pollIntervalMs = POLL_INTERVAL_MS, ...context }: ImportLoopOptions) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async (source: Source): Promise<void> => {
    const fields = { sourceId: source.id, source: source.name };
    try {
      const { task } = source;
      if (task === 'UNDO' || task === 'PREVIEW' || task === 'END') {
        await TASKS[task](source, { ...context, signal });
        log.info('task of a source', { ...fields, task });
      } else {
        const run = await runSource(source, { ...context, signal, force: task === 'FORCE' });
        onRun(run === 'unchanged' ? 'unchanged' : 'imported');
        log.info('scheduled import', { ...fields, ...loggedOf(run) });
      }
    } catch (error) {
      if (signal.aborted) throw error;
      onRun('failed');
      log.error('scheduled import failed', error, fields);
    }
  };
  const { database } = context;
  const loop = jobWorker<null>(database, {
    kind: 'import',
    claimMs: CLAIM_MS,
    pollIntervalMs,
    maxConcurrent: 1,
    ...{ maxAttempts: Number.POSITIVE_INFINITY, retryMs: () => 0 },
    order: () => orderDueSources(database),
    attempt: async ({ subject }) => {
      const source = await dueSource(database, Number(subject));
      if (source) await work(source);
      return DONE;
    },
    onError: (error) => !signal.aborted && log.error('schedules of imports failed', error),
  });
  const stop = async () => {
    stopping.abort();
    await loop.stop();
  };
  return { start: () => loop.start(), stop };
}

function loggedOf(run: SourceRun) {
  if (run === 'unchanged') return { outcome: run };
  const { id, report } = run;
  const { created, changed, lifted, notes } = report;
  const ofHighReach = report.skipped.filter(([reason]) => reason === 'many-visitors' || reason === 'many-pages');
  const reached = ofHighReach.reduce((sum, [, { count }]) => sum + count, 0);
  const skipped = ofHighReach.flatMap(([, { examples }]) => examples).join(' ');
  const conflicts = changeLines({ ...report, overlaps: [] })
    .filter(({ examples }) => examples.length > 0)
    .map(({ count, text, examples }) => `${count} ${text}: ${examples.join(', ')}`);
  return {
    ...{ outcome: 'imported', importId: id, created, changed, lifted },
    ...(notes.length === 0 ? {} : { warning: notes.join(' ') }),
    ...(conflicts.length === 0 ? {} : { conflicts: conflicts.join('; ') }),
    ...(reached === 0 ? {} : { ofHighReach: reached, skipped }),
  };
}
