import { resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { desc } from 'drizzle-orm';
import type { CommandContext, CommandGroup } from '../../../command-line/command.ts';
import { Progress } from '../../../command-line/progress.ts';
import { openTextFile } from '../../../command-line/text-file.ts';
import {
  CommandError,
  idArgument,
  isGiven,
  oneLine,
  textArgument,
  textOption,
  type Words,
} from '../../../command-line/words.ts';
import { inEnglish, issue } from '../../../database/refused.ts';
import { listImports } from '../../../database/schema/import.ts';
import { outboundRefusal, redactedUrl } from '../../../http/outgoing.ts';
import { CATALOGUE, termsOf } from '../catalogue.ts';
import { LIST_OPTIONS, listOf } from '../command.ts';
import { sourceOf } from '../format/format.ts';
import { undoImport } from '../import-store.ts';
import { importSummary } from '../summary.ts';
import { isAddress, nameOf } from './origin.ts';
import { runSchedule } from './schedule.ts';
import { addSchedule, claimSchedule, type ImportSchedule, listSchedules, removeSchedule } from './store.ts';

const MAX_SHOWN_IMPORTS = 20;
const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };
const MAX_INTERVAL_SECONDS = 30 * 86_400;

const SCHEDULE = new Argument('<id>', 'number of the schedule');

export const importsCommand: CommandGroup = {
  name: 'imports',
  summary: 'Keep lists fresh by themselves, see what was imported, and take an import back',
  commands: [
    { name: 'list', summary: 'List the schedules, and the newest imports', reads: true, run: list },
    {
      name: 'add',
      summary: 'Import a list now and from then on, while a service runs',
      arguments: [new Argument('<list>', 'its address or file, or its name in "source list"')],
      options: [
        new Option('--every <time>', 'between two runs, for example 30m, 1h or 1d; lists of "source list" know it'),
        ...LIST_OPTIONS,
        new Option('--accept-terms', 'take a list of "source list" although its terms forbid or do not name the use'),
      ],
      redactWord: redactedUrl,
      run: add,
    },
    {
      name: 'run',
      summary: 'Run a schedule now, also one that waits because its import was taken back',
      arguments: [SCHEDULE],
      options: [
        new Option(
          '--force',
          'lift even more than a third of what the source listed, and block hosts of high reach (top-sites, many pages)',
        ),
        new Option('--allow-private-addresses', 'fetch also from this machine and its network'),
      ],
      run: run,
    },
    { name: 'remove', summary: 'End a schedule; what it listed stays', arguments: [SCHEDULE], run: remove },
    {
      name: 'undo',
      summary: 'Take a whole import back, and let the schedule that brought it wait',
      arguments: [new Argument('<id>', 'number of the import')],
      run: undo,
    },
  ],
};

async function add(context: CommandContext, words: Words): Promise<void> {
  const { database, terminal } = context;
  const name = textArgument(words, 'list');
  const known = CATALOGUE.find((entry) => entry.name === name);
  const terms = known ? termsOf(known) : null;
  if (terms !== null && !isGiven(words, 'accept-terms'))
    throw new CommandError(`${name} is not added: ${terms}. Read them; --accept-terms adds it`);
  const given = known?.url ?? name;
  const origin = isAddress(given) ? addressOf(given, context) : resolve(terminal.folder, given);
  if (!isAddress(origin)) await openTextFile(origin);
  const { format, kind } = listOf(words);
  const everySeconds = secondsOf(textOption(words, 'every') ?? known?.every);
  const source = textOption(words, 'source') ?? known?.source ?? known?.name ?? sourceOf(format, nameOf(origin));
  const id = await addSchedule(database, { origin, format, source, kind, everySeconds });
  terminal.print(
    `Schedule ${id} imports ${origin} as the source ${source} every ${periodOf(everySeconds)}, while a service runs; "imports run ${id}" does it now`,
  );
}

/** Without a policy, the service that runs the schedule checks the address. */
function addressOf(text: string, { outbound = { allowPrivate: true } }: CommandContext): string {
  const refusal = outboundRefusal(text, outbound);
  if (refusal !== null) {
    const isPrivate = outboundRefusal(text, { allowPrivate: true }) === null;
    const unless = isPrivate ? ', unless the service runs with --allow-private-addresses' : '';
    throw new CommandError(`The address ${inEnglish(issue(refusal))}${unless}`);
  }
  return new URL(text).href;
}

async function run(context: CommandContext, words: Words): Promise<void> {
  const { database, publisher, terminal } = context;
  const allowPrivate = isGiven(words, 'allow-private-addresses') || context.outbound?.allowPrivate === true;
  const schedule = await claimSchedule(database, idArgument(words));
  const done = await runSchedule(schedule, {
    ...{ database, publisher, outbound: { allowPrivate }, force: isGiven(words, 'force') },
    progress: new Progress(terminal.progress),
  });
  if (done === 'unchanged') return;
  terminal.print(importSummary(done.result).trimEnd());
  if (done.id !== null) terminal.print(`This is import ${done.id}: "imports undo ${done.id}" takes it back`);
}

async function remove({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idArgument(words);
  const removed = await removeSchedule(database, id);
  if (!removed) throw new CommandError(`There is no schedule ${id}: "imports list" shows them`);
  terminal.print(`Schedule ${id} of ${removed.origin} is removed; what ${removed.source} listed stays listed`);
}

async function undo({ database, publisher, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idArgument(words);
  const { source, lifted, changed, paused } = await publisher.holdWhile(() => undoImport(database, id));
  terminal.print(`Import ${id} of ${source} is taken back: ${lifted} lifted, ${changed} with another status`);
  for (const schedule of paused)
    terminal.print(`Schedule ${schedule} would import it again: it waits until "imports run ${schedule}"`);
}

async function list({ database, terminal }: CommandContext): Promise<void> {
  const schedules = await listSchedules(database);
  for (const schedule of schedules) {
    const { id, source, origin, format, everySeconds } = schedule;
    terminal.print(`schedule ${id}  ${source}  ${format}  every ${periodOf(everySeconds)}  ${stateOf(schedule)}`);
    terminal.print(`    ${oneLine(origin)}`);
    if (schedule.problem !== null) terminal.print(`    ${oneLine(schedule.problem)}`);
  }
  const imports = await database.select().from(listImports).orderBy(desc(listImports.id)).limit(MAX_SHOWN_IMPORTS);
  for (const { id, source, outcome, startedAt, created, changed, lifted, origin } of imports)
    terminal.print(
      `import ${id}  ${source}  ${outcome}  ${startedAt.toISOString()}  ${created} new, ${changed} changed, ${lifted} lifted  ${oneLine(origin)}`,
    );
  if (schedules.length === 0 && imports.length === 0) terminal.print('Nothing was imported, and nothing is scheduled');
}

function stateOf({ pausedAt, failures, failingSince, lastSuccessAt, nextRunAt }: ImportSchedule): string {
  const next = pausedAt === null ? `next ${nextRunAt.toISOString()}` : `waits since ${pausedAt.toISOString()}`;
  const last = lastSuccessAt === null ? 'not imported yet' : `imported ${lastSuccessAt.toISOString()}`;
  return failingSince === null
    ? `${last}  ${next}`
    : `${last}  ${failures} failed since ${failingSince.toISOString()}  ${next}`;
}

/** Seconds of a time such as 30m, 1h or 1d. */
function secondsOf(text: string | undefined): number {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text ?? '') ?? [];
  const seconds = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (!(seconds >= 60 && seconds <= MAX_INTERVAL_SECONDS))
    throw new CommandError('--every must be a time from 1m to 30d, for example 30m, 1h or 1d');
  return seconds;
}

const periodOf = (seconds: number): string => {
  const unit = ['d', 'h', 'm'].find((name) => seconds % UNITS[name]! === 0)!;
  return `${seconds / UNITS[unit]!}${unit}`;
};
