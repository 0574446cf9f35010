import type { ParseArgsOptionsConfig } from 'node:util';
import type { Backup } from '../data-folder/data-folder.ts';
import type { Database } from '../database/connection.ts';
import type { ProgressStream } from '../feature/import/progress.ts';
import type { OutboundPolicy } from '../outbound/request.ts';
import type { Publisher } from '../publisher/publisher.ts';

/** What a person typed in vain; the message says what is wrong and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Where a command reads relative paths from and where it writes, also when another process carries it out. */
export type Terminal = {
  readonly folder: string;
  readonly print: (line: string) => void;
  readonly progress: ProgressStream;
};

/** What a command works on: a database, and the publisher of the service that runs on it or one that does nothing. */
export type CommandContext = {
  readonly database: Database;
  readonly publisher: Pick<Publisher, 'notify' | 'holdWhile'>;
  readonly terminal: Terminal;
  /** Where lists are fetched from. Default: public addresses alone. */
  readonly outbound?: OutboundPolicy;
  /** Nothing where the data is not in a folder. */
  readonly backup?: Backup | null;
};

export type Words = {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
};

/** A command that works on the data of a service, running or not. */
export type Command = {
  readonly name: string;
  /** Words after the name, as the help shows them. */
  readonly synopsis: string;
  readonly summary: string;
  readonly options: ParseArgsOptionsConfig;
  /** One line for each option, aligned. */
  readonly help: readonly string[];
  /** Whether these words only read. Everything else is written to the audit log before it begins. */
  readonly reads?: (words: Words) => boolean;
  /** Whether it wants data that is there: it makes no new folder. */
  readonly wantsData?: boolean;
  /** @throws CommandError for words that make no sense */
  readonly run: (context: CommandContext, words: Words) => Promise<void>;
};

/** The value of an option that takes a text. */
export function textOption({ values }: Words, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of an option that may be given several times. */
export function textOptions({ values }: Words, name: string): string[] {
  const value = values[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** The words after the command's name. @throws CommandError unless there are exactly as many as names */
export function positionals<const N extends readonly string[]>(words: Words, ...names: N): { [I in keyof N]: string } {
  if (words.positionals.length !== names.length || words.positionals.some((word) => word.trim() === ''))
    throw new CommandError(
      names.length === 0
        ? `Nothing more is expected: ${words.positionals.join(' ')}`
        : `Expected ${names.join(' ')}, got ${words.positionals.length === 0 ? 'nothing' : words.positionals.join(' ')}`,
    );
  return [...words.positionals] as { [I in keyof N]: string };
}

/** A positive whole number. @throws CommandError for anything else */
export function wholeNumber(text: string, name: string, most = Number.MAX_SAFE_INTEGER, least = 1): number {
  const value = Number(text);
  if (!/^\d{1,16}$/.test(text) || value < least || value > most)
    throw new CommandError(`${name} must be a whole number from ${least} to ${most}, not "${text}"`);
  return value;
}
