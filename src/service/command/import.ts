import { resolve } from 'node:path';
import { ImportFileError } from '../import/file-error.ts';
import { IMPORT_FORMATS, isImportFormat } from '../import/format.ts';
import { importList } from '../import/list-import.ts';
import { importSummary } from '../import/summary.ts';
import { listWriter } from '../listing/list-writer.ts';
import { type Command, CommandError, positionals, textOption } from './command.ts';

const FORMATS = Object.keys(IMPORT_FORMATS).join(' | ');

export const importCommand: Command = {
  name: 'import',
  synopsis: 'FILE --format FORMAT [--source NAME]',
  summary: 'Read a public list and block what it blocks',
  options: { format: { type: 'string' }, source: { type: 'string' } },
  help: [
    `--format FORMAT  ${FORMATS}`,
    '--source NAME  name under which its entries are listed (default: that of the list, or of the file)',
  ],
  run: async ({ database, publisher, terminal }, words) => {
    const [file] = positionals(words, 'FILE');
    const format = textOption(words, 'format');
    if (format === undefined || !isImportFormat(format))
      throw new CommandError(`--format must be one of ${FORMATS}${format === undefined ? '' : `, not "${format}"`}`);
    const source = textOption(words, 'source');
    const order = {
      path: resolve(terminal.folder, file),
      format,
      ...(source === undefined ? {} : { source }),
      progress: terminal.progress,
      write: listWriter(database),
    };
    try {
      const result = await publisher.holdWhile(() => importList(order));
      terminal.print(importSummary(result).trimEnd());
    } catch (error) {
      if (error instanceof ImportFileError) throw new CommandError(error.message);
      throw error;
    }
  },
};
