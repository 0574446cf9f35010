import type { ImportEntry, ImportWriter, RawEntry } from './entry.ts';
import { IMPORT_FORMATS, type ImportFormat, sourceOf } from './format.ts';
import { openInput } from './input.ts';
import { Progress, type ProgressStream } from './progress.ts';
import type { ImportResult } from './summary.ts';
import { triage } from './triage.ts';

/** One run of the command `import`. `source` overrides the name of the list; `progress` is usually `process.stderr`. */
export type ListImport = {
  readonly path: string;
  readonly format: ImportFormat;
  readonly source?: string;
  readonly progress: ProgressStream;
  readonly write: ImportWriter;
};

/**
 * Reads a list file, sorts it and hands what is to be listed to `write`, showing progress. Nothing is written before the
 * whole file has been read and judged.
 * @throws ImportFileError when the file is not what `format` says; whatever `write` throws.
 */
export async function importList(order: ListImport): Promise<ImportResult> {
  const startedAt = performance.now();
  const progress = new Progress(order.progress);
  try {
    let size = 0;
    const input = await openInput(order.path, (read) => progress.update('Reading', read, size));
    size = input.size;
    const list = await IMPORT_FORMATS[order.format].read(input);
    const raws: RawEntry[] = [];
    for await (const raw of list.entries) raws.push(raw);
    progress.finish(`Read ${input.name}: ${raws.length} entries`);

    const source = order.source ?? sourceOf(order.format, input.name);
    const sorted = await triage(raws, source, (judged) => progress.update('Sorting', judged, raws.length));
    progress.finish(`Sorted: ${sorted.entries.length} to list, ${sorted.skipped.total} skipped`);

    const written = await store(sorted.entries, order.write, progress);
    const seconds = (performance.now() - startedAt) / 1000;
    return { file: input.name, format: order.format, source, notes: list.notes, triage: sorted, written, seconds };
  } catch (error) {
    progress.abandon();
    throw error;
  }
}

async function store(entries: readonly ImportEntry[], write: ImportWriter, progress: Progress) {
  const written = await write(entries, (stored) => progress.update('Storing', stored, entries.length));
  progress.finish(`Stored: ${written.created} new, ${written.changed} changed, ${written.unchanged} as they were`);
  return written;
}
