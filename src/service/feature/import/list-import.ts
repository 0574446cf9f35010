import { SCAM_WORDS, type ScamKind } from '../../../api/report/scam-kind.ts';
import type { Progress } from '../../command-line/progress.ts';
import type { TextInput } from '../../command-line/text-file.ts';
import type { Database } from '../../database/database.ts';
import {
  type ImportEntry,
  type ImportFormat,
  ImportRefused,
  type ImportStore,
  type LeftEntries,
  type LiftResult,
  type ListStatus,
  type WriteResult,
} from './format/entry.ts';
import { type FormatChoice, formatFor, IMPORT_FORMATS, meaningOf } from './format/format.ts';
import { StoredImport } from './import-store.ts';
import type { ImportResult } from './summary.ts';
import { pagedHosts, type Triage, triage } from './triage.ts';
import { requireUnderstood, understandingWarning } from './understanding.ts';

/** `id` is the number under which it can be taken back; null where nothing was written. */
export type ImportRun = { readonly id: number | null; readonly result: ImportResult };

/**
 * Carries out an import and notes how it ended.
 * @param order its `origin` is the file or address that was read
 * @throws TextFileError, ImportRefused; the reason of the signal; whatever the database throws
 */
export async function runImport(
  database: Database,
  {
    origin,
    ...order
  }: Omit<ListImport, 'store' | 'format'> & { readonly origin: string; readonly format: FormatChoice },
): Promise<ImportRun> {
  const { source, signal } = order;
  const format = await formatFor(order.input, order.format);
  const store = new StoredImport(database, { source, origin, format }, signal);
  try {
    const result = await importList({ ...order, format, store });
    await store.end('DONE');
    return { id: store.id, result };
  } catch (error) {
    if (!signal?.aborted) await store.end('REFUSED').catch(() => undefined);
    throw error;
  }
}

/** The options of an import. */
export type ImportChoices = {
  /** Leave entries blocked that left the list. */
  readonly keep?: boolean;
  /** Change nothing. */
  readonly dryRun?: boolean;
  /** Lift however much left the list, and block hosts of high reach. */
  readonly force?: boolean;
  /** List hosts of which the list names several pages whole as well. */
  readonly hosts?: boolean;
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
  readonly progress: Progress;
  readonly store: ImportStore;
  /** Aborts the import; the same import again completes it. */
  readonly signal?: AbortSignal;
};

/** Without `force`, an import lifts at most one in this many of the entries that its source listed. */
const MAX_LIFTED = 3;

/**
 * Reads a list, sorts it, stores its entries and lifts those that its source no longer lists, showing progress. Nothing is written
 * before the whole file has been read and sorted.
 * @throws TextFileError when the file is not what `format` says or too little of it was understood, ImportRefused when more than a third would be lifted without
 *   `force`; whatever the store throws
 */
export async function importList(order: ListImport): Promise<ImportResult> {
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
    hosts = false,
    status,
    signal,
  } = order;
  const startedAt = performance.now();
  try {
    const meaning = meaningOf(input.name, format, kind === null ? undefined : SCAM_WORDS[kind], status);
    const raws = IMPORT_FORMATS[format].read(input, meaning);
    const openAmong = async (entries: readonly ImportEntry[]) => {
      const high = force ? [] : (await store.ofHighReach(entries)).keys();
      return new Set([...high, ...(await store.decidedOtherwise(entries))].map(({ content }) => content));
    };
    const sorted = await triage(raws, source, () => signal?.throwIfAborted(), openAmong);
    progress.finish(`Read ${input.name} as ${format}: ${sorted.read} entries`);
    // Entries of high reach have not left the list, so they are not lifted.
    const left = await store.leftBy(sorted.entries);
    const taken = force ? sorted : await withoutHighReach(sorted, store);
    await requireUnderstood(taken, input, format);
    const paged = await pagedHosts(taken.entries, store);
    const entries = hosts ? [...taken.entries, ...paged.map(({ entry }) => entry)] : taken.entries;
    progress.finish(`Sorted: ${taken.entries.length} to list, ${taken.skipped.total} skipped`);

    signal?.throwIfAborted();
    const { length } = left.assetIds;
    const isRefused = !keep && !force && length * MAX_LIFTED > left.listed;
    const many = `${length} of the ${left.listed} entries that ${source} listed are not in ${input.name}: more than a third`;
    const choice = '--force lifts them, --keep leaves them blocked';
    if (isRefused && !dryRun) throw new ImportRefused(`${many}. Nothing was changed. Look at the file; ${choice}`);
    const lifts = keep ? { ...left, assetIds: [] } : left;
    const conflicts = await store.conflicts(entries);
    const outcome = dryRun ? await store.preview(entries, lifts) : await write(entries, lifts, order);
    const seconds = (performance.now() - startedAt) / 1000;
    const warning = understandingWarning(taken);
    const notes = [
      ...(warning === null ? [] : [warning]),
      ...(isRefused ? [`${many}. It is refused without either: ${choice}`] : []),
    ];
    const kept = keep ? length : 0;
    return {
      ...{ file: input.name, format, source, notes, triage: taken, conflicts, outcome, kept, dryRun, seconds },
      ...{ paged, hosts },
    };
  } catch (error) {
    progress.abandon();
    throw error;
  }
}

/** Leaves out hosts of high reach: blocking one needs two people, or `force`. */
async function withoutHighReach(sorted: Triage, store: ImportStore): Promise<Triage> {
  const held = await store.ofHighReach(sorted.entries);
  for (const [{ content }, reason] of held) sorted.skipped.add(reason, content);
  return { ...sorted, entries: sorted.entries.filter((entry) => !held.has(entry)) };
}

async function write(
  entries: readonly ImportEntry[],
  left: LeftEntries,
  { store, progress }: ListImport,
): Promise<WriteResult & LiftResult> {
  const written = await store.write(entries, (stored) => progress.update('Storing', stored, entries.length));
  progress.finish(`Stored: ${written.created} new, ${written.changed} changed, ${written.unchanged} as they were`);
  if (left.assetIds.length === 0) return { ...written, left: 0, lifted: 0 };
  const lifted = await store.lift(left, (done) => progress.update('Lifting', done, left.assetIds.length));
  progress.finish(`Lifted: ${lifted.lifted} of ${lifted.left} that left the list`);
  return { ...written, ...lifted };
}
