import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { beginCommand, endCommand } from '../audit/entry.ts';
import { COMMANDS } from './catalogue.ts';
import { type Command, type CommandContext, CommandError, type Words } from './command.ts';
import { PLACE_OPTIONS } from './place.ts';

export const findCommand = (name: string | undefined): Command | undefined =>
  COMMANDS.find((command) => command.name === name);

/** Splits the words after a command's name. @throws CommandError for an option that the command does not have */
export function readWords(command: Pick<Command, 'options'>, words: readonly string[]): Words {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...command.options, ...PLACE_OPTIONS },
      allowPositionals: true,
    });
    return { values, positionals };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** Carries out a command. @returns its exit code: 0, or 1 with a message on the terminal's standard error */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  const [name, ...rest] = words;
  const command = findCommand(name);
  try {
    if (!command) throw new CommandError(`There is no command ${name ?? ''}`);
    const given = readWords(command, rest);
    if (command.reads?.(given)) await command.run(context, given);
    else await runAudited(command, context, given);
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    context.terminal.progress.write(`${error.message}\n`);
    return 1;
  }
}

/** Carries out a command that may change something, with its entry in the audit log: who ended midway has begun all the same. */
async function runAudited(command: Command, context: CommandContext, words: Words): Promise<void> {
  // The place of the data may carry a password.
  const options = Object.entries(words.values).filter(([name]) => !(name in PLACE_OPTIONS));
  const detail = { words: words.positionals, ...Object.fromEntries(options) };
  const entry = { userName: userInfo().username, action: command.name, detail };
  const id = await beginCommand(context.database, entry);
  try {
    await command.run(context, words);
  } catch (error) {
    await endCommand(context.database, id, 'REFUSED');
    throw error;
  }
  await endCommand(context.database, id, 'DONE');
}
