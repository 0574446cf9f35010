import { existsSync } from 'node:fs';
import { join } from 'node:path';
import '../asset/address/codec/ens-any-script.ts';
import { restore } from './command/backup.ts';
import { COMMANDS, localSource } from './command/catalogue.ts';
import { controlOf, openPlace, type Place, placeOf } from './command/place/place.ts';
import { runCommand } from './command/run.ts';
import { runThere } from './command/serve/control.ts';
import { type Command, type LocalCommand, SERVE_SUMMARY, type Terminal } from './command-line/command.ts';
import { CommandError, type Group, readWords, textOption, type Words } from './command-line/words.ts';
import { contentsOf } from './database/folder/contents.ts';
import { FolderInUse, LOCK_FILE, lockFolder } from './database/folder/folder-lock.ts';
import { Refused } from './database/refused.ts';
import { KEY_VARIABLE } from './http/access/api-key.ts';
import { lineLog } from './http/log/log.ts';

/** A service that starts or stops on the folder is waited for as long as this. */
const MAX_WAIT_MS = 60_000;
const RETRY_MS = 200;

const terminal: Terminal = {
  folder: process.cwd(),
  print: (line) => process.stdout.write(`${line}\n`),
  progress: process.stderr,
  ...(process.env[KEY_VARIABLE] ? { key: process.env[KEY_VARIABLE] } : {}),
};

// The reader of a pipe, such as `head`, may close it early; the command still runs to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

/** Carries out what was typed after the program's name. @returns the exit code: 0, 1 for what failed, 2 for words that make no sense */
async function main(words: readonly string[]): Promise<number> {
  try {
    return await start(words);
  } catch (error) {
    if (error instanceof Refused) process.stderr.write(`${error.message}\n`);
    // Not printed as it is: the values of a failed statement can be personal data.
    else lineLog((line) => process.stderr.write(line)).error('failed', error);
    return error instanceof CommandError ? 2 : 1;
  }
}

type Local = {
  readonly name: string;
  readonly summary: string;
  /** The commands of a group that are local, where others of it work on data. */
  readonly commands?: readonly string[];
  readonly load: () => Promise<LocalCommand | Group<LocalCommand>>;
};

/** Commands that run without opened data. `serve` is loaded on use: the other commands need no web server. */
const LOCAL: readonly Local[] = [
  { name: 'serve', summary: SERVE_SUMMARY, load: async () => (await import('./command/serve/serve.ts')).serve },
  { name: 'restore', summary: restore.summary, load: async () => restore },
  { ...localSource, commands: localSource.commands.map(({ name }) => name), load: async () => localSource },
];

async function start(typed: readonly string[]): Promise<number> {
  const words = typed[0] === 'help' && typed.length > 1 ? [...typed.slice(1), '--help'] : typed;
  const local = await LOCAL.find(
    ({ name, commands = [words[1] ?? ''] }) => name === words[0] && commands.includes(words[1] ?? ''),
  )?.load();
  if (local) {
    const given = readWords<LocalCommand>([local], words);
    return 'help' in given ? show(given.help) : given.command.run(given.words, process.env, terminal);
  }
  const given = readWords(
    COMMANDS,
    words,
    LOCAL.filter(({ commands }) => commands === undefined),
  );
  return 'help' in given ? show(given.help) : runThereOrHere(words, given.command, given.words);
}

function show(help: string): number {
  terminal.print(help);
  return 0;
}

/** Has the running service carry a command out, else opens the data; waits while a service starts or stops. */
async function runThereOrHere(words: readonly string[], command: Command, given: Words): Promise<number> {
  const place = placeOf(given, process.env);
  const end = performance.now() + MAX_WAIT_MS;
  for (let hasTold = false; ; hasTold = true) {
    const control = await controlOf(given, place);
    const code = control && (await runThere(control, words, terminal));
    if (code !== null) return code;
    if (textOption(given, 'ready-file') !== undefined)
      throw new CommandError('The service of this ready file does not run');
    try {
      if (command.wantsData && place.kind === 'folder') await requireData(place.folder);
      return await runHere(words, place);
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() > end) throw error;
    }
    if (!hasTold) terminal.progress.write('Another process has just opened the data: waiting for it.\n');
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** @throws FolderInUse while another process makes data there, CommandError without any data */
async function requireData(folder: string): Promise<void> {
  if ((await contentsOf(folder)) !== 'nothing') return;
  // The lock of an absent folder would make it.
  if (existsSync(join(folder, LOCK_FILE))) (await lockFolder(folder)).release();
  throw new CommandError(`There is no data in ${folder}`);
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

process.exitCode = await main(process.argv.slice(2));
