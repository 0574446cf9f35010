import { Argument, Option } from 'commander';

/** A wrong command line; the message says what is wrong and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

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

/** The values of an argument that may be given several times, `<name...>`. */
export function textArguments({ arguments: given }: Words, name: string): string[] {
  const value = given[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** A required argument that is a positive whole number. @throws CommandError for anything else */
export const numberArgument = (words: Words, name: string, max?: number): number =>
  wholeNumber(textArgument(words, name), name.toUpperCase(), max);

/** The value of an option that takes a text. */
export function textOption({ options }: Words, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The value of an option or argument that takes one of some words. */
export const chosenOption = <T extends string>(words: Words, name: string, choices: readonly T[]): T | undefined =>
  choices.find((choice) => choice === words.options[name]);
export const chosenArgument = <T extends string>(words: Words, name: string, choices: readonly T[]): T =>
  choices.find((choice) => choice === words.arguments[name])!;

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

/** An argument that is one of some words, in either case. */
export function choiceArgument(name: string, description: string, choices: readonly string[]): Argument {
  const choose = (text: string): string => {
    const choice = choices.find((known) => known.toLowerCase() === text.toLowerCase());
    if (choice === undefined)
      throw new CommandError(`${name.toUpperCase()} must be one of ${choices.join(', ')}, not "${text}"`);
    return choice;
  };
  return new Argument(`<${name}>`, `${description}: ${choices.join(', ')}`).argParser(choose);
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
