import { userInfo } from 'node:os';
import { type Argument, Option } from 'commander';
import type { Command, CommandContext } from '../command-line/command.ts';
import { CommandError, readWords, type Words } from '../command-line/words.ts';
import { Refused } from '../database/refused.ts';
import { holderOfKey } from '../feature/user/person.ts';
import type { KeyHolder } from '../http/access/api-key.ts';
import { KEY_VARIABLE } from '../http/access/api-key.ts';
import { beginCommand, endCommand } from '../http/access/audit.ts';
import { COMMANDS } from './catalogue.ts';
import { PLACE_OPTIONS } from './place/place.ts';

const placeNames = PLACE_OPTIONS.map((option) => option.name());

/** Runs a command. @returns its exit code: 0, or 1 with a message on the terminal's standard error */
export async function runCommand(words: readonly string[], context: CommandContext): Promise<number> {
  try {
    const given = readWords(COMMANDS, words);
    if ('help' in given) {
      context.terminal.print(given.help);
      return 0;
    }
    const { command, path } = given;
    if (command.reads === true || command.reads?.(given.words)) await command.run(context, given.words);
    else await runAudited(command, path, context, given.words);
    return 0;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    context.terminal.progress.write(`${error.message}\n`);
    return 1;
  }
}

/** Whether the help calls the value of an option or an argument a text: it may be for one person alone, and the audit log is for ever. */
const isFreeText = (placed: Argument | Option): boolean =>
  placed instanceof Option ? placed.flags.endsWith(' <text>') : placed.name() === 'text';

/** Runs a command that may change something. Its audit entry is written before it starts, so that an interrupted command is recorded too. */
async function runAudited(
  command: Command,
  [action = command.name, ...verbs]: readonly string[],
  context: CommandContext,
  words: Words,
): Promise<void> {
  const texts = [...(command.arguments ?? []), ...(command.options ?? [])]
    .filter(isFreeText)
    .map((placed) => placed.name());
  const recorded = (name: string, value: unknown) => (texts.includes(name) ? '…' : value);
  // The address of a database may contain a password.
  const options = words.typed
    .filter((name) => !placeNames.includes(name))
    .map((name) => [name, recorded(name, words.options[name])]);
  const given = Object.entries(words.arguments)
    .flatMap(([name, values]) => [values].flat().map((value) => recorded(name, value)))
    .filter((value) => value !== undefined)
    .map((value) => (typeof value === 'string' ? (command.redactWord?.(value) ?? value) : value));
  const detail = { words: [...verbs, ...given], ...Object.fromEntries(options) };
  const person = await personAt(context);
  const userName = person?.email ?? userInfo().username;
  const id = await beginCommand(context.database, { userName, keyId: person?.keyId ?? null, action, detail });
  try {
    await command.run({ ...context, person }, words);
  } catch (error) {
    await endCommand(context.database, id, 'REFUSED');
    throw error;
  } finally {
    context.onChange?.();
  }
  await endCommand(context.database, id, 'DONE');
}

/** The person whose key the terminal has; null without a key. @throws CommandError for a key that is no person's */
async function personAt({ database, terminal }: CommandContext): Promise<KeyHolder | null> {
  if (terminal.key === undefined) return null;
  const person = await holderOfKey(database, terminal.key);
  if (!person)
    throw new CommandError(
      `${KEY_VARIABLE} is no valid key of a person: "keys create --kind user --email ADDRESS" makes one`,
    );
  return person;
}
