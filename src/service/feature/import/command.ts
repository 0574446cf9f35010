import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { SCAM_KINDS, type ScamKind } from '../../../api/report/scam-kind.ts';
import type { Command, CommandContext, CommandGroup, LocalCommand } from '../../command-line/command.ts';
import { Progress } from '../../command-line/progress.ts';
import { openTextFile, readText } from '../../command-line/text-file.ts';
import {
  CommandError,
  chosenOption,
  countOption,
  idArgument,
  isGiven,
  numberOption,
  textArgument,
  textOption,
  type Words,
} from '../../command-line/words.ts';
import { inEnglish, issue } from '../../database/refused.ts';
import { ANYWHERE, outboundRefusal, redactedUrl } from '../../http/outgoing.ts';
import type { ListStatus, SourcePolicy } from './format/entry.ts';
import { FORMAT_CHOICES, type FormatChoice, formatFor, meaningOf, readList, sourceOf } from './format/format.ts';
import { undoImport } from './import-store.ts';
import { runImport } from './list-import.ts';
import { NOT_UNDERSTOOD, SKIP_REASONS } from './reason.ts';
import { CATALOGUE, catalogueEntry, licenceNote } from './source/catalogue.ts';
import { readHeaders, sealHeaders } from './source/headers.ts';
import { isAddress, nameOf } from './source/origin.ts';
import { periodOf, secondsOf } from './source/period.ts';
import { addSource, ensureSources, listSources, setRules } from './source/store.ts';
import { triage } from './triage.ts';
import { requireUnderstood } from './understanding.ts';

const FORMAT_OPTION = new Option('--format <format>', 'what the list is').choices(FORMAT_CHOICES).default('auto');
const ACTIONS = ['block', 'allow'] as const;
const ACTION_OPTION = new Option(
  '--action <action>',
  'what its entries do where the format does not say it (default: block; allow for a file that is called an allowlist or whitelist)',
).choices(ACTIONS);

/** The format and the action that the options of a command name. */
const formatOption = (words: Words): FormatChoice => chosenOption(words, 'format', FORMAT_CHOICES) ?? 'auto';
function statusOption(words: Words): { readonly status?: ListStatus } {
  const action = chosenOption(words, 'action', ACTIONS);
  return action === undefined ? {} : { status: action === 'allow' ? 'ALLOWED' : 'BLOCKED' };
}

/** Options that say what a list is and holds. */
const LIST_OPTIONS: readonly Option[] = [
  FORMAT_OPTION,
  new Option('--source <name>', 'name under which its entries are listed (default: that of the list, or of the file)'),
  new Option('--kind <kind>', 'what it holds, as people read it (default: what its format says)').choices(SCAM_KINDS),
];

/** The format of a list and the kind of its entries, from the options of a command. */
const listOf = (words: Words): { readonly format: FormatChoice; readonly kind: ScamKind | null } => ({
  format: formatOption(words),
  kind: chosenOption(words, 'kind', SCAM_KINDS) ?? null,
});

const CONFIDENCE_OPTION = countOption(
  '--min-confidence <percent>',
  'leave out entries of which the list itself is less sure, as ThreatFox and STIX say it of each',
  { min: 0, max: 100 },
);

const MAX_DAYS = 3_650;

/** Options that say how the entries of a source count. */
const RULE_OPTIONS: readonly Option[] = [
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
function rulesOf(words: Words): Partial<SourcePolicy> {
  const [graceDays, expireDays] = [numberOption(words, 'grace'), numberOption(words, 'expire')];
  const minConfidence = numberOption(words, 'min-confidence');
  return {
    ...(words.typed.includes('no-allow') ? { takesAllowed: false } : {}),
    ...(graceDays === undefined ? {} : { graceDays }),
    ...(expireDays === undefined ? {} : { expireDays }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
  };
}

const importCommand: Command = {
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

/** Reads a list without data of a service. Standard output has rows alone, so that another program can read them. */
const read: LocalCommand = {
  name: 'read',
  summary: 'Print what an import would take of a list (type, content and action with tabs between), and touch nothing',
  arguments: [new Argument('<file>', 'the list, plain or gzipped')],
  options: [FORMAT_OPTION, ACTION_OPTION, CONFIDENCE_OPTION],
  run: async (words, _environment, terminal) => {
    const input = await openTextFile(resolve(terminal.folder, textArgument(words, 'file')));
    const format = await formatFor(input, formatOption(words));
    const meaning = meaningOf(input.name, format, undefined, statusOption(words).status);
    const { minConfidence = 0 } = rulesOf(words);
    const sorted = await triage(readList(input, format, { ...meaning, minConfidence }), input.name);
    await requireUnderstood(sorted, input, format);
    for (const { type, content, status } of sorted.entries)
      terminal.print(`${type}\t${content}\t${status === 'BLOCKED' ? 'block' : 'allow'}`);
    const tell = (line: string) => terminal.progress.write(`${line}\n`);
    tell(`${input.name} as ${format}: ${sorted.entries.length} of ${sorted.read} taken`);
    for (const [reason, { count, examples }] of sorted.skipped.rows()) {
      const shown = NOT_UNDERSTOOD.includes(reason) ? [] : examples;
      tell(`${count} ${SKIP_REASONS[reason]}${shown.length === 0 ? '' : `: ${shown.join(', ')}`}`);
    }
    for (const text of sorted.strange) tell(`not understood: ${text}`);
    return 0;
  },
};

const list: LocalCommand = {
  name: 'list',
  summary: 'Print the public lists that "source add NAME" takes, with their licences and weaknesses',
  run: async (_words, _environment, terminal) => {
    for (const { name, covers, url, format, entries, every, licence, mayPassOn, note } of CATALOGUE) {
      const about = entries === null ? '' : `, about ${entries.toLocaleString('en-GB')} entries`;
      terminal.print(`${name}  ${covers}, ${format}, every ${every}${about}`);
      terminal.print(`    ${url}`);
      terminal.print(`    ${licence}${mayPassOn === true ? '' : ' (needs --accept-licence)'}. ${note}`);
    }
    return 0;
  },
};

/** The commands about lists that need no data, and those that work on it; the desk orders sources, runs them and ends them. */
export const localSource = { name: 'source', summary: '', commands: [list, read] } as const;
export const source: CommandGroup = {
  name: 'source',
  summary: 'Look into public lists, import them, keep them fresh, and take an import back',
  commands: [
    {
      name: 'add',
      summary: 'Import a list now and from then on, while a service runs',
      arguments: [new Argument('<list>', 'its name in "source list", or its address or file')],
      options: [
        new Option('--every <time>', 'between two runs, for example 30m, 1h or 1d; lists of "source list" know it'),
        ...LIST_OPTIONS,
        ...RULE_OPTIONS,
        new Option('--checksum <url>', 'address of its SHA-256, as sha256sum writes it: another list is not taken'),
        new Option(
          '--header-file <file>',
          'header fields of its requests, one a line as "Name: value"; they are stored encrypted and shown to nobody',
        ),
        new Option(
          '--accept-licence',
          'take a list of "source list" although its licence forbids or does not name the use',
        ),
      ],
      redactWord: redactedUrl,
      run: add,
    },
    importCommand,
    {
      name: 'undo',
      summary: 'Take a whole import back, and let the source that brought it wait',
      arguments: [new Argument('<id>', 'number of the import')],
      run: undo,
    },
  ],
  alsoListed: [list, read],
};

const MAX_HEADERS_LENGTH = 64 * 1024;

async function add(context: CommandContext, words: Words): Promise<void> {
  const { database, terminal } = context;
  const name = textArgument(words, 'list');
  const known = catalogueEntry(name);
  const licence = known ? licenceNote(known) : null;
  if (licence !== null && !isGiven(words, 'accept-licence'))
    throw new CommandError(`${name} is not added: ${licence}. Read it; --accept-licence adds it`);
  const given = known?.url ?? name;
  const origin = isAddress(given) ? addressOf(given, context) : resolve(terminal.folder, given);
  if (!isAddress(origin)) await openTextFile(origin);
  const { format, kind } = listOf(words);
  const everySeconds = secondsOf(textOption(words, 'every') ?? known?.every);
  if (everySeconds === null) throw new CommandError('--every must be a time from 1m to 30d, for example 30m, 1h or 1d');
  const checksum = textOption(words, 'checksum');
  const file = textOption(words, 'header-file');
  const headers = file === undefined ? {} : await headersIn(resolve(terminal.folder, file));
  const source = await addSource(database, {
    origin,
    format,
    kind,
    everySeconds,
    ...rulesOf(words),
    name: textOption(words, 'source') ?? known?.source ?? known?.name ?? sourceOf(format, nameOf(origin)),
    checksumUrl: checksum === undefined ? null : addressOf(checksum, context),
    headers: await sealHeaders(database, origin, headers),
  });
  terminal.print(
    `The source ${source.name} is ${redactedUrl(origin)}, imported every ${periodOf(everySeconds)} while a service runs`,
  );
}

const headersIn = async (path: string) => readHeaders(await readText(await openTextFile(path), MAX_HEADERS_LENGTH));

/** Without a policy, the service that runs the source checks the address. */
function addressOf(text: string, { outbound = ANYWHERE }: CommandContext): string {
  const refusal = outboundRefusal(text, outbound);
  if (refusal !== null) {
    const isPrivate = outboundRefusal(text, ANYWHERE) === null;
    const unless = isPrivate ? ', unless the service runs with --allow-private-addresses' : '';
    throw new CommandError(`The address ${inEnglish(issue(refusal))}${unless}`);
  }
  return new URL(text).href;
}

async function undo({ database, publisher, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idArgument(words);
  const { source, lifted, changed, paused } = await publisher.holdWhile(() => undoImport(database, id));
  terminal.print(`Import ${id} of ${source} is taken back: ${lifted} lifted, ${changed} with another status`);
  if (paused) terminal.print(`${source} would be imported again: it waits until it is run at /desk/sources`);
}
