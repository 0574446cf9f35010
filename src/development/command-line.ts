import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BrandFileError } from '../organization/file.ts';

type Options = NonNullable<ParseArgsConfig['options']> & { readonly help: { readonly type: 'boolean' } };
/** What a command was told: its options, and what stands beside them. */
export type Words<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/** Something is wrong with what a command was given; the message says what, and what to do. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
}

/** Words that make no sense. The message says which to use. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Command<O extends Options> = {
  readonly options: O;
  readonly usage: string;
  /** Whether words may stand beside the options. */
  readonly allowPositionals?: boolean;
  /** @returns the exit code @throws UsageError for words that make no sense */
  readonly run: (words: Words<O>) => Promise<number>;
  /** Errors that the message alone explains: the command ends with 1. Default: CommandFault and BrandFileError; anything else is a fault of the program. */
  readonly faults?: readonly (abstract new (
    ...args: never[]
  ) => Error)[];
};

/**
 * Carries out a command of the repository on the words of this process.
 * @returns the exit code: 0 where all is well or only the usage was asked for, 1 for a fault in what was named, 2 for words that make no sense
 */
export async function runCommand<const O extends Options>(command: Command<O>): Promise<number> {
  const { options, usage, allowPositionals = false, run, faults = [CommandFault, BrandFileError] } = command;
  try {
    const words = wordsOf(options, allowPositionals);
    if ((words.values as { help?: boolean }).help !== true) return await run(words);
    console.log(usage);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${usage}`);
      return 2;
    }
    if (!faults.some((fault) => error instanceof fault)) throw error;
    console.error((error as Error).message);
    return 1;
  }
}

function wordsOf<O extends Options>(options: O, allowPositionals: boolean): Words<O> {
  try {
    return parseArgs({ options, allowPositionals }) as Words<O>;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
