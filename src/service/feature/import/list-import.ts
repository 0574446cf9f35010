import { SCAM_WORDS, type ScamKind } from '../../../api/report/scam-kind.ts';
import type { Progress } from '../../command-line/progress.ts';
import type { TextInput } from '../../command-line/text-file.ts';
import type { Database } from '../../database/database.ts';
import type { ImportReport } from '../../database/schema/import.ts';
import {
  type ImportEntry,
  type ImportFormat,
  ImportRefused,
  type LeavingEntries,
  type LiftResult,
  type ListStatus,
  type SourcePolicy,
  type WriteResult,
} from './format/entry.ts';
import { type FormatChoice, formatFor, meaningOf, readList } from './format/format.ts';
import { type ImportName, type ImportStore, StoredImport } from './import-store.ts';
import { importSummary } from './summary.ts';
import { triage, without } from './triage.ts';
import { requireUnderstood, understandingWarning } from './understanding.ts';

/** What an import did or would do, and the same as text for a terminal. */
type Imported = { readonly report: ImportReport; readonly summary: string };

/** `id` is the number under which it can be taken back; null where nothing was written. */
export type ImportRun = Imported & { readonly id: number | null };

/** Carries out an import and notes how it ended. @throws TextFileError, ImportRefused, the reason of the signal */
export async function runImport(
  database: Database,
  {
    origin,
    rules,
    ...order
  }: Omit<ListImport, 'store' | 'format'> & {
    readonly origin: string;
    readonly format: FormatChoice;
    readonly rules?: Partial<SourcePolicy>;
  },
): Promise<ImportRun> {
  const { source, signal } = order;
  const format = await formatFor(order.input, order.format);
  const store = new StoredImport(database, { source, origin, format }, signal, rules);
  try {
    const done = await importList({ ...order, format, store });
    await store.end('DONE', done.report);
    return { id: store.id, ...done };
  } catch (error) {
    if (!signal?.aborted) await store.end('REFUSED').catch(() => undefined);
    throw error;
  }
}

/** Ends the entries of a source whose grace is over or that are too old, or all; null where there are none. */
export async function endEntries(
  database: Database,
  name: ImportName,
  which: 'due' | 'all',
  signal?: AbortSignal,
): Promise<Omit<ImportRun, 'summary'> | null> {
  const store = new StoredImport(database, name, signal);
  const found = await store.leaving(which === 'due' ? null : []);
  const leaving = { ...found, dropped: [], overdue: [...found.dropped, ...found.overdue] };
  if (leaving.overdue.length + leaving.expired.length === 0) return null;
  const nothing = { read: 0, blocked: 0, allowed: 0, created: 0, changed: 0, unchanged: 0, skipped: [], conflicts: [] };
  const ended = await lift(leaving, { store });
  const report = { ...nothing, ...ended, format: name.format, overlaps: [], strange: [], notes: [] };
  await store.end('DONE', report);
  return { id: store.id, report };
}

export type ImportChoices = {
  readonly keep?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
};

/** One import of one list. `source` is the name under which its entries are listed. */
export type ListImport = ImportChoices & {
  readonly input: TextInput;
  readonly format: ImportFormat;
  readonly source: string;
  /** The kind of its entries, where the operator knows better than the format. */
  readonly kind: ScamKind | null;
  /** What its entries do, where neither the format nor the name of the file says it. */
  readonly status?: ListStatus;
  readonly progress?: Progress;
  readonly store: ImportStore;
  /** Aborts the import; the same import again completes it. */
  readonly signal?: AbortSignal;
};

/** Without `force`, an import lifts at most one in this many of the entries that its source listed. */
const MAX_LIFTED = 3;

/**
 * Reads a whole list, sorts it, stores its entries and lifts those that its source no longer lists. @throws
 * TextFileError when too little was understood, ImportRefused when more than a third would be lifted without `force`
 */
export async function importList(order: ListImport): Promise<Imported> {
  const {
    input,
    format,
    source,
    kind,
    progress,
    store,
    keep = false,
    dryRun = false,
    force = false,
    status,
    signal,
  } = order;
  const startedAt = performance.now();
  try {
    const { takesAllowed, minConfidence } = await store.policy();
    const meaning = meaningOf(input.name, format, kind === null ? undefined : SCAM_WORDS[kind], status);
    const raws = readList(input, format, { ...meaning, minConfidence });
    const openAmong = async (entries: readonly ImportEntry[]) => {
      const high = force ? [] : (await store.ofHighReach(entries)).keys();
      return new Set([...high, ...(await store.decidedOtherwise(entries))].map(({ content }) => content));
    };
    const all = await triage(raws, source, () => signal?.throwIfAborted(), openAmong);
    const sorted = takesAllowed
      ? all
      : await without(all, ({ status }) => (status === 'ALLOWED' ? 'no-allow' : undefined));
    progress?.finish(`Read ${input.name} as ${format}: ${sorted.read} entries`);
    // Entries of high reach have not left the list, so they are not lifted.
    const leaving = await store.leaving(sorted.entries);
    // Blocking a host of high reach needs two people, or `force`.
    const highReach = force ? new Map() : await store.ofHighReach(sorted.entries);
    const taken = highReach.size === 0 ? sorted : await without(sorted, (entry) => highReach.get(entry));
    await requireUnderstood(taken, input, format);
    const { read, entries, skipped, strange } = taken;
    progress?.finish(`Sorted: ${entries.length} to list, ${skipped.total} skipped`);

    signal?.throwIfAborted();
    const { length } = leaving.dropped;
    const isRefused = !keep && !force && length * MAX_LIFTED > leaving.listed;
    const many = `${length} of the ${leaving.listed} entries that ${source} listed are not in ${input.name}: more than a third`;
    const choice = '--force lifts them, --keep leaves them blocked';
    if (isRefused && !dryRun) throw new ImportRefused(`${many}. Nothing was changed. Look at the file; ${choice}`);
    const lifts = keep ? { ...leaving, dropped: [] } : leaving;
    const conflicts = await store.conflicts(entries);
    const outcome = dryRun ? await store.preview(entries, lifts) : await write(entries, lifts, order);
    const overlaps = dryRun ? await store.overlaps(entries) : [];
    const seconds = (performance.now() - startedAt) / 1000;
    const warning = understandingWarning(taken);
    const notes = [
      ...(warning === null ? [] : [warning]),
      ...(isRefused ? [`${many}. It is refused without either: ${choice}`] : []),
      ...(keep && length > 0 ? [`${length} entries are no longer listed, and stay because of --keep`] : []),
    ];
    const allowed = entries.filter((entry) => entry.status === 'ALLOWED').length;
    const report = {
      ...{ format, read, blocked: entries.length - allowed, allowed, ...outcome },
      ...{ skipped: skipped.rows(), conflicts, overlaps, strange, notes },
    };
    const what = `${input.name} as ${format}, source "${source}", in ${seconds.toFixed(1)} s`;
    const heading = dryRun ? `Nothing was changed. This would import ${what}` : `Imported ${what}`;
    return { report, summary: importSummary(report, heading) };
  } catch (error) {
    progress?.abandon();
    throw error;
  }
}

async function write(
  entries: readonly ImportEntry[],
  leaving: LeavingEntries,
  order: Pick<ListImport, 'store' | 'progress'>,
): Promise<WriteResult & LiftResult> {
  const { store, progress } = order;
  const written = await store.write(entries, (stored) => progress?.update('Storing', stored, entries.length));
  progress?.finish(`Stored: ${written.created} new, ${written.changed} changed, ${written.unchanged} as they were`);
  return { ...written, ...(await lift(leaving, order)) };
}

async function lift(
  leaving: LeavingEntries,
  { store, progress }: Pick<ListImport, 'store' | 'progress'>,
): Promise<LiftResult> {
  const count = leaving.dropped.length + leaving.overdue.length + leaving.expired.length;
  if (count === 0) return { left: 0, expired: 0, lifted: 0, waiting: 0 };
  const result = await store.lift(leaving, (done) => progress?.update('Lifting', done, count));
  progress?.finish(`Lifted: ${result.lifted} of ${count} that left the list or got too old`);
  return result;
}
