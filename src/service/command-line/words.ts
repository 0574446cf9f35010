import { basename } from 'node:path';
import { type Argument, CommanderError, Option, Command as Parser } from 'commander';
import { Refused } from '../database/refused.ts';

/** A wrong command line; the message says what is wrong and what to do. */
export class CommandError extends Refused {
  override readonly name = 'CommandError';
}

export type Shape = {
  readonly name: string;
  readonly summary: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /** Lines below the options. */
  readonly notes?: readonly string[];
};

/** Parsed arguments and options of a command by the names that the help shows, without the leading `--`. */
export type Words = {
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
  /** Names of the options that were typed; the others have their defaults. */
  readonly typed: readonly string[];
};

/** A required argument. */
export function textArgument({ arguments: given }: Words, name: string): string {
  const value = given[name];
  if (typeof value !== 'string') throw new Error(`The command has no argument ${name}`);
  return value;
}

/** The number of a row in the database, in the argument `id`. @throws CommandError for anything else */
export const idArgument = (words: Words): number => wholeNumber(textArgument(words, 'id'), 'ID', 2_147_483_647);

/** The value of an option that takes a text. */
export function textOption({ options }: Words, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The value of an option or argument that takes one of some words. */
export const chosenOption = <T extends string>(words: Words, name: string, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === (words.options[name] ?? words.arguments[name]));

/** The values of an option that may be given several times. */
export function textOptions({ options }: Words, name: string): string[] {
  const value = options[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The value of a {@link countOption}; undefined where it was not given and has no default. */
export function numberOption({ options }: Words, name: string): number | undefined {
  const value = options[name];
  return typeof value === 'number' ? value : undefined;
}

/** Whether an option without a value was given. */
export const isGiven = ({ options }: Words, name: string): boolean => options[name] === true;

/** An option that may be given several times, once for each value. */
export const repeatedOption = (flags: string, description: string): Option =>
  new Option(flags, `${description}; give it once for each`).argParser<string[]>((value, before) => [
    ...(before ?? []),
    value,
  ]);

type Bounds = { readonly default?: number; readonly min?: number; readonly max?: number };

/** An option that takes a whole number. */
export function countOption(
  flags: string,
  description: string,
  { default: defaultValue, min, max }: Bounds = {},
): Option {
  const option = new Option(flags, description);
  option.argParser((text) => wholeNumber(text, option.long ?? flags, max, min));
  return defaultValue === undefined ? option : option.default(defaultValue);
}

/** A positive whole number. @throws CommandError for anything else */
export function wholeNumber(text: string, name: string, max = Number.MAX_SAFE_INTEGER, min = 1): number {
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || value < min || value > max)
    throw new CommandError(`${name} must be a whole number from ${min} to ${max}, not "${text}"`);
  return value;
}

/** Text of strangers on one line of a terminal, without control characters, at most 300 characters. */
export const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 300);

export type Group<S extends Shape> = {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly S[];
  /** Commands of this subject that the overview shows and another call parses. */
  readonly alsoListed?: readonly Pick<Shape, 'name' | 'summary'>[];
  /** Name of the command that runs where no command of the group is named. */
  readonly defaultCommand?: string;
};

export type Given<S extends Shape> =
  /** `path` is the name, or the names, that lead to the command. */
  { readonly command: S; readonly path: readonly string[]; readonly words: Words } | { readonly help: string };

const program = (): string =>
  process.env.npm_lifecycle_event === 'service' ? 'npm run service --' : `node ${basename(process.argv[1] ?? '')}`;

/** Parses a command line. @throws CommandError whose message says what is right */
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
      for (const { name, summary } of entry.alsoListed ?? []) group.command(name).description(summary);
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

function withDefault(entries: readonly (Shape | Group<Shape>)[], [name, ...rest]: readonly string[]): string[] {
  const entry = entries.find((known) => known.name === name);
  if (name === undefined || !entry || !('defaultCommand' in entry) || entry.defaultCommand === undefined)
    return name === undefined ? [] : [name, ...rest];
  const means = rest[0] === undefined || (rest[0].startsWith('--') && rest[0] !== '--help');
  return means ? [name, entry.defaultCommand, ...rest] : [name, ...rest];
}

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
