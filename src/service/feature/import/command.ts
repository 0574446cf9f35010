import { resolve } from 'node:path';
import { isScamKind, SCAM_KINDS } from '../../../api/report/scam-kind.ts';
import { type Command, CommandError, positionals, textOption, type Words } from '../../command/command.ts';
import { ImportFileError, ImportRefused } from './format/file-error.ts';
import { IMPORT_FORMATS, isImportFormat, sourceOf } from './format/format.ts';
import { openInput } from './input.ts';
import { Progress } from './progress.ts';
import { runImport } from './run.ts';
import { importSummary } from './summary.ts';

const FORMATS = Object.keys(IMPORT_FORMATS).join(' | ');

const KINDS = SCAM_KINDS.join(' | ');

export const importCommand: Command = {
  name: 'import',
  synopsis: 'FILE --format FORMAT [--source NAME] [--kind KIND] [--keep] [--dry-run] [--force]',
  summary: 'Read a public list, block what it blocks and lift what it blocks no more',
  options: {
    format: { type: 'string' },
    source: { type: 'string' },
    kind: { type: 'string' },
    keep: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
    force: { type: 'boolean' },
  },
  help: [
    `--format FORMAT  ${FORMATS}`,
    '--source NAME  name under which its entries are listed (default: that of the list, or of the file)',
    `--kind KIND    what it holds, as people are told (default: what its format says): ${KINDS}`,
    '--keep         leave blocked what the same source listed before and lists no more',
    '--dry-run      say what would change, and change nothing',
    '--force        lift even more than a third of what the source listed, and block what many people visit (top-sites)',
  ],
  reads: ({ values }) => values['dry-run'] === true,
  run: async ({ database, publisher, terminal }, words) => {
    const [file] = positionals(words, 'FILE');
    const format = textOption(words, 'format');
    if (format === undefined || !isImportFormat(format))
      throw new CommandError(`--format must be one of ${FORMATS}${format === undefined ? '' : `, not "${format}"`}`);
    const kind = textOption(words, 'kind') ?? null;
    if (kind !== null && !isScamKind(kind)) throw new CommandError(`--kind must be one of ${KINDS}, not "${kind}"`);
    const origin = resolve(terminal.folder, file);
    const progress = new Progress(terminal.progress);
    try {
      let size = 0;
      const input = await openInput(origin, (read) => progress.update('Reading', read, size));
      size = input.size;
      const source = textOption(words, 'source') ?? sourceOf(format, input.name);
      const flags = { keep: isSet(words, 'keep'), dryRun: isSet(words, 'dry-run'), force: isSet(words, 'force') };
      const order = { origin, input, format, source, kind, progress, ...flags };
      const { id, result } = await publisher.holdWhile(() => runImport(database, order));
      terminal.print(importSummary(result).trimEnd());
      if (id !== null) terminal.print(`This is import ${id}: "imports undo ${id}" takes it back`);
    } catch (error) {
      if (error instanceof ImportFileError || error instanceof ImportRefused) throw new CommandError(error.message);
      throw error;
    }
  },
};

const isSet = ({ values }: Words, name: string): boolean => values[name] === true;
