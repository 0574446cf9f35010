import { resolve } from 'node:path';
import { desc } from 'drizzle-orm';
import { isScamKind, SCAM_KINDS } from '../../../../api/report/scam-kind.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  positionals,
  textOption,
  type Words,
  wholeNumber,
} from '../../../command/command.ts';
import { oneLine } from '../../../command/line.ts';
import { listImports } from '../../../database/schema/list/import.ts';
import { outboundRefusal } from '../../../outbound/request.ts';
import { IMPORT_FORMATS, isImportFormat, sourceOf } from '../format/format.ts';
import { undoImport } from '../import-store.ts';
import { openInput } from '../input.ts';
import { Progress } from '../progress.ts';
import { importSummary } from '../summary.ts';
import { isAddress, nameOf } from './origin.ts';
import { isExpected, runSchedule } from './schedule.ts';
import { addSchedule, claimSchedule, type ImportSchedule, listSchedules, removeSchedule } from './store.ts';

const LATEST = 20;
const HIGHEST_ID = 2_147_483_647;
const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 };
const MOST_SECONDS = 30 * 86_400;

type Verb = (context: CommandContext, words: Words) => Promise<void>;

export const importsCommand: Command = {
  name: 'imports',
  synopsis: 'list|add|run|remove|undo [URL-OR-FILE|ID] [--every TIME] [--format FORMAT] [--source NAME] [--kind KIND]',
  summary: 'Keep lists fresh by themselves, see what was imported, and take an import back',
  options: {
    every: { type: 'string' },
    format: { type: 'string' },
    source: { type: 'string' },
    kind: { type: 'string' },
    force: { type: 'boolean' },
    'allow-private-addresses': { type: 'boolean' },
  },
  help: [
    'list           the schedules, and the newest imports',
    'add URL-OR-FILE  imports it now and from then on, while a service runs',
    'run ID         runs a schedule now, also one that waits because its import was taken back',
    'remove ID      ends a schedule; what it listed stays',
    'undo ID        takes a whole import back, and lets the schedule that brought it wait',
    '--every TIME   between two runs, for example 30m, 1h or 1d',
    `--format FORMAT  ${Object.keys(IMPORT_FORMATS).join(' | ')}`,
    '--source NAME  name under which its entries are listed (default: that of the list, or of the file)',
    `--kind KIND    what it holds, as people are told (default: what its format says): ${SCAM_KINDS.join(' | ')}`,
    '--force        run: lift even more than a third of what the source listed, and block what many people visit (top-sites)',
    '--allow-private-addresses  run: fetch also from this machine and its network',
  ],
  reads: ({ positionals: [verb] }) => verb === 'list',
  run: async (context, words) => {
    const [verb, ...rest] = words.positionals;
    const verbs: Record<string, Verb> = { list, add, run, remove, undo };
    const carryOut = verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
    if (!carryOut) throw new CommandError(`Expected list, add, run, remove or undo, got ${verb ?? 'nothing'}`);
    try {
      await carryOut(context, { ...words, positionals: rest });
    } catch (error) {
      if (isExpected(error)) throw new CommandError(error.message);
      throw error;
    }
  },
};

async function add(context: CommandContext, words: Words): Promise<void> {
  const { database, terminal } = context;
  const [given] = positionals(words, 'URL-OR-FILE');
  const origin = isAddress(given) ? addressOf(given, context) : resolve(terminal.folder, given);
  if (!isAddress(origin)) await openInput(origin);
  const format = textOption(words, 'format');
  if (format === undefined || !isImportFormat(format))
    throw new CommandError(`--format must be one of ${Object.keys(IMPORT_FORMATS).join(' | ')}`);
  const kind = textOption(words, 'kind') ?? null;
  if (kind !== null && !isScamKind(kind)) throw new CommandError(`--kind must be one of ${SCAM_KINDS.join(' | ')}`);
  const everySeconds = secondsOf(textOption(words, 'every'));
  const source = textOption(words, 'source') ?? sourceOf(format, nameOf(origin));
  const id = await addSchedule(database, { origin, format, source, kind, everySeconds });
  terminal.print(
    `Schedule ${id} imports ${origin} as the source ${source} every ${periodOf(everySeconds)}, while a service runs; "imports run ${id}" does it now`,
  );
}

/** Where no service tells what it may reach, the one that runs the schedule will. */
function addressOf(text: string, { outbound = { allowPrivate: true } }: CommandContext): string {
  const refusal = outboundRefusal(text, outbound);
  if (refusal !== null)
    throw new CommandError(`The address ${refusal}, unless the service runs with --allow-private-addresses`);
  return new URL(text).href;
}

async function run(context: CommandContext, words: Words): Promise<void> {
  const { database, publisher, terminal } = context;
  const allowPrivate = words.values['allow-private-addresses'] === true || context.outbound?.allowPrivate === true;
  const schedule = await claimSchedule(database, idOf(words));
  const done = await runSchedule(schedule, {
    ...{ database, publisher, outbound: { allowPrivate }, force: words.values.force === true },
    progress: new Progress(terminal.progress),
  });
  if (done === 'unchanged') return;
  terminal.print(importSummary(done.result).trimEnd());
  if (done.id !== null) terminal.print(`This is import ${done.id}: "imports undo ${done.id}" takes it back`);
}

async function remove({ database, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idOf(words);
  const removed = await removeSchedule(database, id);
  if (!removed) throw new CommandError(`There is no schedule ${id}: "imports list" shows them`);
  terminal.print(`Schedule ${id} of ${removed.origin} is removed; what ${removed.source} listed stays listed`);
}

async function undo({ database, publisher, terminal }: CommandContext, words: Words): Promise<void> {
  const id = idOf(words);
  const { source, lifted, changed, paused } = await publisher.holdWhile(() => undoImport(database, id));
  terminal.print(`Import ${id} of ${source} is taken back: ${lifted} lifted, ${changed} with another status`);
  for (const schedule of paused)
    terminal.print(`Schedule ${schedule} would import it again: it waits until "imports run ${schedule}"`);
}

async function list({ database, terminal }: CommandContext, words: Words): Promise<void> {
  positionals(words);
  const schedules = await listSchedules(database);
  for (const schedule of schedules) {
    const { id, source, origin, format, everySeconds } = schedule;
    terminal.print(`schedule ${id}  ${source}  ${format}  every ${periodOf(everySeconds)}  ${stateOf(schedule)}`);
    terminal.print(`    ${oneLine(origin)}`);
    if (schedule.problem !== null) terminal.print(`    ${oneLine(schedule.problem)}`);
  }
  const imports = await database.select().from(listImports).orderBy(desc(listImports.id)).limit(LATEST);
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

const idOf = (words: Words): number => wholeNumber(positionals(words, 'ID')[0], 'ID', HIGHEST_ID);

/** Seconds of a time such as 30m, 1h or 1d. */
function secondsOf(text: string | undefined): number {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text ?? '') ?? [];
  const seconds = Number(count) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (!(seconds >= 60 && seconds <= MOST_SECONDS))
    throw new CommandError('--every must be a time from 1m to 30d, for example 30m, 1h or 1d');
  return seconds;
}

const periodOf = (seconds: number): string => {
  const unit = ['d', 'h', 'm'].find((name) => seconds % UNITS[name]! === 0)!;
  return `${seconds / UNITS[unit]!}${unit}`;
};
