import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { SCAM_KINDS, type ScamKind } from '../../../api/report/scam-kind.ts';
import type { Command } from '../../command-line/command.ts';
import { Progress } from '../../command-line/progress.ts';
import { openTextFile } from '../../command-line/text-file.ts';
import { chosenOption, isGiven, textArgument, textOption, type Words } from '../../command-line/words.ts';
import { IMPORT_FORMATS, type ImportFormat, sourceOf } from './format/format.ts';
import { runImport } from './list-import.ts';
import { importSummary } from './summary.ts';

const FORMATS = Object.keys(IMPORT_FORMATS) as ImportFormat[];

/** Options that say what a list is and holds. */
export const LIST_OPTIONS: readonly Option[] = [
  new Option('--format <format>', 'what the list is').choices(FORMATS).makeOptionMandatory(),
  new Option('--source <name>', 'name under which its entries are listed (default: that of the list, or of the file)'),
  new Option('--kind <kind>', 'what it holds, as people are told (default: what its format says)').choices(SCAM_KINDS),
];

/** The format of a list and the kind of its entries, from the options of a command. */
export const listOf = (words: Words): { readonly format: ImportFormat; readonly kind: ScamKind | null } => ({
  format: chosenOption(words, 'format', FORMATS)!,
  kind: chosenOption(words, 'kind', SCAM_KINDS) ?? null,
});

export const importCommand: Command = {
  name: 'import',
  summary: 'Read a public list, block what it blocks and lift what it blocks no more',
  arguments: [new Argument('<file>', 'the list, plain or gzipped')],
  options: [
    ...LIST_OPTIONS,
    new Option('--keep', 'leave blocked what the same source listed before and lists no more'),
    new Option('--hosts', 'block hosts whole of which the list names several pages, too'),
    new Option('--dry-run', 'say what would change, and change nothing'),
    new Option(
      '--force',
      'lift even more than a third of what the source listed, and block hosts of high reach (top-sites, many pages)',
    ),
  ],
  reads: (words) => isGiven(words, 'dry-run'),
  run: async ({ database, publisher, terminal }, words) => {
    const { format, kind } = listOf(words);
    const origin = resolve(terminal.folder, textArgument(words, 'file'));
    const progress = new Progress(terminal.progress);
    let size = 0;
    const input = await openTextFile(origin, (read) => progress.update('Reading', read, size));
    size = input.size;
    const source = textOption(words, 'source') ?? sourceOf(format, input.name);
    const flags = {
      keep: isGiven(words, 'keep'),
      hosts: isGiven(words, 'hosts'),
      dryRun: isGiven(words, 'dry-run'),
      force: isGiven(words, 'force'),
    };
    const order = { origin, input, format, source, kind, progress, ...flags };
    const { id, result } = await publisher.holdWhile(() => runImport(database, order));
    terminal.print(importSummary(result).trimEnd());
    if (id !== null) terminal.print(`This is import ${id}: "imports undo ${id}" takes it back`);
  },
};
