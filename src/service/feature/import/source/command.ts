import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { desc } from 'drizzle-orm';
import type { Command, CommandContext } from '../../../command-line/command.ts';
import { outboundOption, PRIVATE_OPTION } from '../../../command-line/network.ts';
import { Progress } from '../../../command-line/progress.ts';
import { openTextFile, readText } from '../../../command-line/text-file.ts';
import {
  CommandError,
  idArgument,
  isGiven,
  numberArgument,
  oneLine,
  textArgument,
  textOption,
  type Words,
} from '../../../command-line/words.ts';
import { inEnglish, issue } from '../../../database/refused.ts';
import { listImports } from '../../../database/schema/import.ts';
import { ANYWHERE, outboundRefusal, PUBLIC_ONLY, redactedUrl } from '../../../http/outgoing.ts';
import { asJobOf } from '../../../jobs/worker.ts';
import { importCommand, LIST_OPTIONS, listOf, RULE_OPTIONS, rulesOf } from '../command.ts';
import { sourceOf } from '../format/format.ts';
import { undoImport } from '../import-store.ts';
import { endEntries, runImport } from '../list-import.ts';
import { catalogueEntry, licenceNote } from './catalogue.ts';
import { readHeaders, sealHeaders } from './headers.ts';
import { isAddress, nameOf, readOrigin } from './origin.ts';
import { periodOf, secondsOf } from './period.ts';
import { IMPORT_JOB, runSource } from './run.ts';
import {
  addSource,
  beginRun,
  entryCounts,
  listSources,
  type NewSource,
  removeSource,
  type Source,
  sourceNamed,
} from './store.ts';
import { trustSource } from './trust.ts';

const MAX_SHOWN_IMPORTS = 20;
const MAX_HEADERS_LENGTH = 64 * 1024;

const NAME = new Argument('<name>', 'name of the source, as "source status" has it');

/** Commands about lists that work on the data of a service. */
export const SOURCE_COMMANDS: readonly Command[] = [
  {
    name: 'status',
    summary: 'Print the sources in the order of trust, and the newest imports',
    reads: true,
    run: status,
  },
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
      new Option('--dry-run', 'say what the first import would change, and change nothing'),
      PRIVATE_OPTION,
    ],
    redactWord: redactedUrl,
    reads: (words) => isGiven(words, 'dry-run'),
    run: add,
  },
  importCommand,
  {
    name: 'run',
    summary: 'Run a source now, also one that waits because its import was taken back',
    arguments: [NAME],
    options: [
      new Option(
        '--force',
        'lift even more than a third of what the source listed, and block hosts of high reach (top-sites, many pages)',
      ),
      PRIVATE_OPTION,
    ],
    run,
  },
  {
    name: 'trust',
    summary: 'Move a source in the order of trust: of lists that disagree, the first one decides',
    arguments: [NAME, new Argument('<place>', '1 for the most trusted')],
    run: trust,
  },
  {
    name: 'undo',
    summary: 'Take a whole import back, and let the source that brought it wait',
    arguments: [new Argument('<id>', 'number of the import')],
    run: undo,
  },
  {
    name: 'remove',
    summary: 'Fetch a list no more; what it listed stays',
    arguments: [NAME],
    options: [new Option('--entries', 'lift what it listed, too; "source undo" brings it back')],
    run: remove,
  },
];

async function add(context: CommandContext, words: Words): Promise<void> {
  const { database, publisher, terminal } = context;
  const name = textArgument(words, 'list');
  const known = catalogueEntry(name);
  const isDryRun = isGiven(words, 'dry-run');
  const licence = known ? licenceNote(known) : null;
  if (licence !== null && !isDryRun && !isGiven(words, 'accept-licence'))
    throw new CommandError(`${name} is not added: ${licence}. Read it; --accept-licence adds it`);
  const given = known?.url ?? name;
  const origin = isAddress(given) ? addressOf(given, context, words) : resolve(terminal.folder, given);
  if (!isAddress(origin)) await openTextFile(origin);
  const { format, kind } = listOf(words);
  const everySeconds = secondsOf(textOption(words, 'every') ?? known?.every);
  if (everySeconds === null) throw new CommandError('--every must be a time from 1m to 30d, for example 30m, 1h or 1d');
  const checksum = textOption(words, 'checksum');
  const file = textOption(words, 'header-file');
  const headers = file === undefined ? {} : await headersIn(resolve(terminal.folder, file));
  const source: NewSource = {
    ...{ origin, format, kind, everySeconds, ...rulesOf(words) },
    name: textOption(words, 'source') ?? known?.source ?? known?.name ?? sourceOf(format, nameOf(origin)),
    checksumUrl: checksum === undefined ? null : addressOf(checksum, context, words),
  };
  if (isDryRun) {
    const nothing = { etag: null, lastModified: null, digest: null, checksumUrl: source.checksumUrl ?? null };
    const { input } = await readOrigin({ ...nothing, origin }, { outbound: outboundOf(context, words), headers });
    const progress = new Progress(terminal.progress);
    const order = { origin, input: input!, format, source: source.name, kind, progress, rules: rulesOf(words) };
    const { summary } = await publisher.holdWhile(() => runImport(database, { ...order, dryRun: true }));
    terminal.print(summary.trimEnd());
    if (licence !== null) terminal.print(`Its licence: ${licence}`);
    return;
  }
  await addSource(database, { ...source, headers: await sealHeaders(database, origin, headers) });
  terminal.print(
    `The source ${source.name} is ${redactedUrl(origin)}, imported every ${periodOf(everySeconds)} while a service runs; "source run ${source.name}" does it now`,
  );
}

const headersIn = async (path: string) => readHeaders(await readText(await openTextFile(path), MAX_HEADERS_LENGTH));

const outboundOf = ({ outbound = PUBLIC_ONLY }: CommandContext, words: Words) => outboundOption(words) ?? outbound;

/** Without a policy, the service that runs the source checks the address. */
function addressOf(text: string, context: CommandContext, words: Words): string {
  const refusal = outboundRefusal(text, context.outbound ? outboundOf(context, words) : ANYWHERE);
  if (refusal !== null) {
    const isPrivate = outboundRefusal(text, ANYWHERE) === null;
    const unless = isPrivate ? ', unless the service runs with --allow-private-addresses' : '';
    throw new CommandError(`The address ${inEnglish(issue(refusal))}${unless}`);
  }
  return new URL(text).href;
}

async function run(context: CommandContext, words: Words): Promise<void> {
  const { database, publisher, terminal } = context;
  const { id, name, origin } = await namedSource(context, words);
  if (origin === null) throw new CommandError(`${name} has no address: "source import" imports a file by hand`);
  const done = await asJobOf(database, { ...IMPORT_JOB, subject: String(id) }, async () =>
    runSource(await beginRun(database, id), {
      ...{ database, publisher, outbound: outboundOf(context, words), force: isGiven(words, 'force') },
      progress: new Progress(terminal.progress),
    }),
  );
  if (done === null) throw new CommandError(`${name} is being run now`);
  if (done === 'unchanged') return;
  terminal.print(done.summary.trimEnd());
  if (done.id !== null) terminal.print(`This is import ${done.id}: "source undo ${done.id}" takes it back`);
}

const namedSource = ({ database }: CommandContext, words: Words): Promise<Source> =>
  sourceNamed(database, textArgument(words, 'name'));

async function trust(context: CommandContext, words: Words): Promise<void> {
  const { database, publisher, terminal } = context;
  const source = await namedSource(context, words);
  const place = numberArgument(words, 'place', 1_000);
  const { lifted, changed } = await publisher.holdWhile(() => trustSource(database, source, place));
  terminal.print(`${source.name} moved: ${lifted} lifted, ${changed} with another status`);
}

async function remove(context: CommandContext, words: Words): Promise<void> {
  const { database, publisher, terminal } = context;
  const source = await namedSource(context, words);
  const { id, name, origin, format } = source;
  const of = { source: name, origin: origin ?? name, format };
  const ended = isGiven(words, 'entries')
    ? await publisher.holdWhile(() => endEntries(database, of, 'all', new Progress(terminal.progress)))
    : null;
  await removeSource(database, id);
  terminal.print(
    ended === null
      ? `${name} is fetched no more; what it listed stays listed`
      : `${name} is fetched no more; ${ended.report.lifted} entries are lifted: "source undo ${ended.id}" brings them back`,
  );
}

async function undo({ database, publisher, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idArgument(words);
  const { source, lifted, changed, paused } = await publisher.holdWhile(() => undoImport(database, id));
  terminal.print(`Import ${id} of ${source} is taken back: ${lifted} lifted, ${changed} with another status`);
  if (paused) terminal.print(`${source} would be imported again: it waits until "source run ${source}"`);
}

async function status({ database, terminal }: CommandContext): Promise<void> {
  const all = await listSources(database);
  const counts = await entryCounts(database);
  for (const source of all) {
    const { name, origin, problem, rank } = source;
    terminal.print(`${rank}  ${oneLine(name)}  ${counts.get(name) ?? 0} entries  ${stateOf(source)}`);
    if (origin !== null) terminal.print(`    ${oneLine(redactedUrl(origin))}`);
    if (problem !== null) terminal.print(`    ${oneLine(problem)}`);
  }
  const imports = await database.select().from(listImports).orderBy(desc(listImports.id)).limit(MAX_SHOWN_IMPORTS);
  for (const { id, source, outcome, startedAt, created, changed, lifted, origin } of imports)
    terminal.print(
      `import ${id}  ${oneLine(source)}  ${outcome}  ${startedAt.toISOString()}  ${created} new, ${changed} changed, ${lifted} lifted  ${oneLine(redactedUrl(origin))}`,
    );
  if (all.length === 0 && imports.length === 0)
    terminal.print('There are no sources yet: "source list" shows public lists');
}

function stateOf(source: Source): string {
  const { origin, takenAt, pausedAt, failures, failingSince, lastSuccessAt, nextRunAt, everySeconds } = source;
  if (origin === null) return 'imported by hand';
  if (takenAt === null) return 'only looked at';
  const next = pausedAt === null ? `next ${nextRunAt.toISOString()}` : `waits since ${pausedAt.toISOString()}`;
  const last = lastSuccessAt === null ? 'not imported yet' : `imported ${lastSuccessAt.toISOString()}`;
  const failed = failingSince === null ? '' : `  ${failures} failed since ${failingSince.toISOString()}`;
  return `every ${periodOf(everySeconds)}  ${last}${failed}  ${next}`;
}
