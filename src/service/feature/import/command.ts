import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { SCAM_KINDS, type ScamKind } from '../../../api/report/scam-kind.ts';
import type { Command } from '../../command-line/command.ts';
import { Progress } from '../../command-line/progress.ts';
import { openTextFile } from '../../command-line/text-file.ts';
import {
  chosenOption,
  countOption,
  isGiven,
  numberOption,
  textArgument,
  textOption,
  type Words,
} from '../../command-line/words.ts';
import type { ListStatus, SourcePolicy } from './format/entry.ts';
import { FORMAT_CHOICES, type FormatChoice, formatFor, sourceOf } from './format/format.ts';
import { runImport } from './list-import.ts';
import { ensureSources, listSources, setRules } from './source/store.ts';

export const FORMAT_OPTION = new Option('--format <format>', 'what the list is')
  .choices(FORMAT_CHOICES)
  .default('auto');
const ACTIONS = ['block', 'allow'] as const;
export const ACTION_OPTION = new Option(
  '--action <action>',
  'what its entries do where the format does not say it (default: block; allow for a file that is called an allowlist or whitelist)',
).choices(ACTIONS);

/** The format and the action that the options of a command name. */
export const formatOption = (words: Words): FormatChoice => chosenOption(words, 'format', FORMAT_CHOICES) ?? 'auto';
export function statusOption(words: Words): { readonly status?: ListStatus } {
  const action = chosenOption(words, 'action', ACTIONS);
  return action === undefined ? {} : { status: action === 'allow' ? 'ALLOWED' : 'BLOCKED' };
}

/** Options that say what a list is and holds. */
export const LIST_OPTIONS: readonly Option[] = [
  FORMAT_OPTION,
  new Option('--source <name>', 'name under which its entries are listed (default: that of the list, or of the file)'),
  new Option('--kind <kind>', 'what it holds, as people read it (default: what its format says)').choices(SCAM_KINDS),
];

/** The format of a list and the kind of its entries, from the options of a command. */
export const listOf = (words: Words): { readonly format: FormatChoice; readonly kind: ScamKind | null } => ({
  format: formatOption(words),
  kind: chosenOption(words, 'kind', SCAM_KINDS) ?? null,
});

export const CONFIDENCE_OPTION = countOption(
  '--min-confidence <percent>',
  'leave out entries of which the list itself is less sure, as ThreatFox and STIX say it of each',
  { min: 0, max: 100 },
);

const MAX_DAYS = 3_650;

/** Options that say how the entries of a source count. */
export const RULE_OPTIONS: readonly Option[] = [
  new Option('--no-allow', 'take what it blocks, and nothing that it allows'),
  countOption('--grace <days>', 'leave an entry blocked for so long after the list dropped it', {
    min: 0,
    max: MAX_DAYS,
  }),
  countOption('--expire <days>', 'end an entry so long after it was first seen, for lists that never remove any', {
    max: MAX_DAYS,
  }),
  CONFIDENCE_OPTION,
];

/** Those that were given. */
export function rulesOf(words: Words): Partial<SourcePolicy> {
  const [graceDays, expireDays] = [numberOption(words, 'grace'), numberOption(words, 'expire')];
  const minConfidence = numberOption(words, 'min-confidence');
  return {
    ...(words.typed.includes('no-allow') ? { takesAllowed: false } : {}),
    ...(graceDays === undefined ? {} : { graceDays }),
    ...(expireDays === undefined ? {} : { expireDays }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
  };
}

export const importCommand: Command = {
  name: 'import',
  summary: 'Read a public list, block what it blocks and lift what it blocks no more',
  arguments: [new Argument('<file>', 'the list, plain, gzipped or the one file of a ZIP')],
  options: [
    ...LIST_OPTIONS,
    ACTION_OPTION,
    ...RULE_OPTIONS,
    new Option('--keep', 'leave blocked what the same source listed before and lists no more'),
    new Option('--dry-run', 'say what would change, and change nothing'),
    new Option(
      '--force',
      'lift even more than a third of what the source listed, and block hosts of high reach (top-sites, many pages)',
    ),
  ],
  reads: (words) => isGiven(words, 'dry-run'),
  run: async ({ database, publisher, terminal }, words) => {
    const { kind, ...list } = listOf(words);
    const origin = resolve(terminal.folder, textArgument(words, 'file'));
    const progress = new Progress(terminal.progress);
    let size = 0;
    const input = await openTextFile(origin, (read) => progress.update('Reading', read, size));
    size = input.size;
    const format = await formatFor(input, list.format);
    const source = textOption(words, 'source') ?? sourceOf(format, input.name);
    const flags = {
      keep: isGiven(words, 'keep'),
      dryRun: isGiven(words, 'dry-run'),
      force: isGiven(words, 'force'),
    };
    const rules = rulesOf(words);
    if (Object.keys(rules).length > 0 && !flags.dryRun) {
      await ensureSources(database, [source]);
      const known = (await listSources(database)).find(({ name }) => name === source)!;
      await setRules(database, known.id, { ...known, ...rules });
    }
    const order = { origin, input, format, source, kind, progress, rules, ...statusOption(words), ...flags };
    const { id, summary } = await publisher.holdWhile(() => runImport(database, order));
    terminal.print(summary.trimEnd());
    if (id !== null) terminal.print(`This is import ${id}: "source undo ${id}" takes it back`);
  },
};
