import { basename } from 'node:path';
import { CommanderError, Command as Parser } from 'commander';
import type { Shape } from './command.ts';
import { CommandError, type Words } from './words.ts';

type Group<S extends Shape> = {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly S[];
  readonly defaultCommand?: string;
};

/** A parsed command line: a command with its arguments, or a page of help. */
export type Given<S extends Shape> =
  /** `path` is the name, or the names, that lead to the command. */
  { readonly command: S; readonly path: readonly string[]; readonly words: Words } | { readonly help: string };

/** The program's name in the help. */
const program = (): string =>
  process.env.npm_lifecycle_event === 'service' ? 'npm run service --' : `node ${basename(process.argv[1] ?? '')}`;

/**
 * Parses a command line.
 * @param alsoListed commands that the overview shows and another call parses
 * @throws CommandError for a wrong command line; the message says what is right
 */
export function readWords<S extends Shape>(
  entries: readonly (S | Group<S>)[],
  words: readonly string[],
  alsoListed: readonly Pick<Shape, 'name' | 'summary'>[] = [],
): Given<S> {
  let given: Given<S> | null = null;
  let [out, err] = ['', ''];
  const parser = new Parser(program())
    .description('The service: its web interface, and commands that work on its data.')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => (out += text),
      writeErr: (text) => (err += text),
      outputError: (text, write) => write(text.replace(/^error: /, '')),
    })
    .configureHelp({ subcommandTerm: termOf })
    .showHelpAfterError('(--help shows what it takes)');
  const add = (parent: Parser, shape: S, path: readonly string[]) => {
    const command = parent.command(shape.name).description(shape.summary).allowExcessArguments(false);
    for (const argument of shape.arguments ?? []) command.addArgument(argument);
    for (const option of shape.options ?? []) command.addOption(option);
    if (shape.notes) command.addHelpText('after', ['', ...shape.notes].join('\n'));
    command.action((...values: unknown[]) => {
      given = { command: shape, path, words: wordsOf(command, shape, values, words) };
    });
  };
  for (const { name, summary } of alsoListed) parser.command(name).description(summary);
  for (const entry of entries) {
    if (!('commands' in entry)) add(parser, entry, [entry.name]);
    else {
      const group = parser.command(entry.name).description(entry.summary);
      for (const shape of entry.commands) add(group, shape, [entry.name, shape.name]);
    }
  }
  try {
    parser.parse(withDefault(entries, words), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new CommandError(err.trimEnd());
  }
  return given ?? { help: out.trimEnd() };
}

/** Inserts the default command of a group where the words name none. */
function withDefault(entries: readonly (Shape | Group<Shape>)[], [name, ...rest]: readonly string[]): string[] {
  const entry = entries.find((known) => known.name === name);
  if (name === undefined || !entry || !('defaultCommand' in entry) || entry.defaultCommand === undefined)
    return name === undefined ? [] : [name, ...rest];
  const means = rest[0] === undefined || (rest[0].startsWith('--') && rest[0] !== '--help');
  return means ? [name, entry.defaultCommand, ...rest] : [name, ...rest];
}

/** A command in the overview: its name, and the commands or arguments that may follow. */
function termOf(command: Parser): string {
  const more = command.commands.map((sub) => sub.name()).filter((name) => name !== 'help');
  return `${command.name()} ${more.length > 0 ? more.join('|') : command.usage().replace('[options] ', '').replace('[options]', '')}`.trim();
}

function wordsOf(command: Parser, shape: Shape, values: readonly unknown[], words: readonly string[]): Words {
  const named = (shape.arguments ?? []).map((argument, index) => [argument.name(), values[index]] as const);
  for (const [name, value] of named)
    if ([value].flat().some((text) => typeof text === 'string' && text.trim() === ''))
      throw new CommandError(`${name.toUpperCase()} is empty`);
  const options = shape.options ?? [];
  for (const { long, required } of options) {
    const value = required && long ? words[words.indexOf(long) + 1] : undefined;
    if (value?.startsWith('--') && words.includes(long ?? ''))
      throw new CommandError(`${long} needs a value before ${value}. Write ${long}=${value} if that is the value`);
  }
  return {
    arguments: Object.fromEntries(named),
    options: Object.fromEntries(
      options.map((option) => [option.name(), command.getOptionValue(option.attributeName())]),
    ),
    typed: options
      .filter((option) => command.getOptionValueSource(option.attributeName()) === 'cli')
      .map((option) => option.name()),
  };
}
