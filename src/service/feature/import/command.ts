import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import type { Command } from '../../command/command.ts';
import { CommandError, isGiven, textArgument, textOption } from '../../command/words.ts';
import { openTextFile, TextFileError } from '../../text-file.ts';
import { sourceOf } from './format/format.ts';
import { LIST_OPTIONS, listOf } from './list-option.ts';
import { Progress } from './progress.ts';
import { ImportRefused } from './refusal.ts';
import { runImport } from './run.ts';
import { importSummary } from './summary.ts';

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
    try {
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
    } catch (error) {
      if (error instanceof TextFileError || error instanceof ImportRefused) throw new CommandError(error.message);
      throw error;
    }
  },
};
