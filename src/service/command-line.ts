import { COMMANDS } from './command/catalogue.ts';
import { CommandError, type Terminal } from './command/command.ts';
import { controlOf, openPlace, PLACE_HELP, type Place, placeOf } from './command/place.ts';
import { findCommand, readWords, runCommand } from './command/run.ts';
import { runThere } from './control/client.ts';
import { contentsOf } from './data-folder/contents.ts';
import { FolderInUse, FolderRefused } from './data-folder/refusal.ts';
import { SchemaRefused } from './database/migration.ts';
import { lineLog } from './log.ts';

/** How long a service may take to start. */
const LONGEST_WAIT_MS = 60_000;
const RETRY_MS = 200;

const terminal: Terminal = {
  folder: process.cwd(),
  print: (line) => process.stdout.write(`${line}\n`),
  progress: process.stderr,
};

/** Carries out what was typed after the program's name. @returns the exit code: 0, 1 for what failed, 2 for words that make no sense */
export async function carryOut(words: readonly string[]): Promise<number> {
  try {
    return await start(words);
  } catch (error) {
    if (error instanceof CommandError || error instanceof FolderRefused || error instanceof SchemaRefused)
      process.stderr.write(`${error.message}\n`);
    // The values of a failed statement, which an unhandled error would print, can be somebody's report.
    else lineLog((line) => process.stderr.write(line)).error('failed', error);
    return error instanceof CommandError ? 2 : 1;
  }
}

/** What only some words need is loaded for them: a short command does not wait for the web server. */
async function start(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    for (const line of await usage()) terminal.print(line);
    return name === undefined ? 2 : 0;
  }
  if (name === 'call') return (await import('./command/call.ts')).call(rest, terminal);
  if (name === 'serve') return (await import('./command/serve.ts')).serve(rest, process.env, terminal);
  if (name === 'restore') return (await import('./command/restore.ts')).restore(rest, process.env, terminal);
  const command = findCommand(name);
  if (!command)
    throw new CommandError(
      `There is no command "${name}". Commands: serve, restore, call, ${COMMANDS.map((c) => c.name).join(', ')}`,
    );
  const given = readWords(command, rest);
  if (given.values.help === true) {
    for (const line of [
      `npm run service -- ${name} ${command.synopsis}`,
      command.summary,
      '',
      ...command.help,
      ...PLACE_HELP,
      '--ready-file FILE  the ready file of a running service, which then carries the command out',
    ])
      terminal.print(line);
    return 0;
  }
  return runThereOrHere(words, given, command.wantsData === true);
}

async function usage(): Promise<string[]> {
  const { CALL_SUMMARY, CALL_SYNOPSIS } = await import('./command/call.ts');
  const { RESTORE_SUMMARY, RESTORE_SYNOPSIS } = await import('./command/restore.ts');
  return [
    'The service: its web interface, and commands that work on its data.',
    '',
    '  npm run service -- serve [options]',
    `  npm run service -- ${CALL_SYNOPSIS}\n      ${CALL_SUMMARY}`,
    `  npm run service -- ${RESTORE_SYNOPSIS}\n      ${RESTORE_SUMMARY}`,
    ...COMMANDS.map(({ name, synopsis, summary }) => `  npm run service -- ${name} ${synopsis}\n      ${summary}`),
    '',
    'Every command takes --help.',
  ];
}

/**
 * The running service carries a command out where there is one; otherwise this process opens the data itself. A service that starts
 * or stops on the folder holds it and takes no commands: the command waits for it.
 */
async function runThereOrHere(
  words: readonly string[],
  given: ReturnType<typeof readWords>,
  wantsData: boolean,
): Promise<number> {
  const place = placeOf(given, process.env);
  if (wantsData && place.kind === 'folder' && (await contentsOf(place.folder)) === 'nothing')
    throw new CommandError(`There is no data in ${place.folder}`);
  const end = performance.now() + LONGEST_WAIT_MS;
  for (let hasTold = false; ; hasTold = true) {
    const control = await controlOf(given, place);
    const code = control && (await runThere(control, words, terminal));
    if (code !== null) return code;
    if (given.values['ready-file'] !== undefined) throw new CommandError('The service of this ready file does not run');
    try {
      return await runHere(words, place);
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() > end) throw error;
    }
    if (!hasTold) terminal.progress.write('Another process has just opened the data: waiting for it.\n');
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function runHere(words: readonly string[], place: Place): Promise<number> {
  const { database, close, backup } = await openPlace(place);
  try {
    const publisher = { notify: () => {}, holdWhile: <T>(work: () => Promise<T>) => work() };
    return await runCommand(words, { database, publisher, terminal, backup });
  } finally {
    await close();
  }
}
