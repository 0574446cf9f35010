import { type ParseArgsConfig, parseArgs } from 'node:util';
import { BrandFileError } from '../organization/file.ts';

type Options = NonNullable<ParseArgsConfig['options']> & { readonly help: { readonly type: 'boolean' } };
/** The parsed arguments of a command: options and positionals. */
export type Arguments<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/** Something is wrong with what a command was given; the message says what, and what to do. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
}

/** Wrong arguments. The message says which to use. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Command<O extends Options> = {
  readonly options: O;
  readonly usage: string;
  /** Whether the command takes positionals. */
  readonly allowPositionals?: boolean;
  /** @returns the exit code @throws UsageError for wrong arguments */
  readonly run: (args: Arguments<O>) => Promise<number>;
  /** Errors that the message alone explains: the command ends with 1. Default: CommandFault and BrandFileError; anything else is a fault of the program. */
  readonly faults?: readonly (abstract new (
    ...args: never[]
  ) => Error)[];
};

/**
 * Runs a command with the arguments of this process.
 * @returns the exit code: 0 for success and for --help, 1 for a fault in the input, 2 for wrong arguments
 */
export async function runCommand<const O extends Options>(command: Command<O>): Promise<number> {
  const { options, usage, allowPositionals = false, run, faults = [CommandFault, BrandFileError] } = command;
  try {
    const args = parseArguments(options, allowPositionals);
    if ((args.values as { help?: boolean }).help !== true) return await run(args);
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

function parseArguments<O extends Options>(options: O, allowPositionals: boolean): Arguments<O> {
  try {
    return parseArgs({ options, allowPositionals }) as Arguments<O>;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
