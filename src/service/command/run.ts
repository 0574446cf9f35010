import { parseArgs } from 'node:util';
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
    await command.run(context, readWords(command, rest));
    return 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    context.terminal.progress.write(`${error.message}\n`);
    return 1;
  }
}
