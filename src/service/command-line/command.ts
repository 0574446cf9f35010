import type { Database } from '../database/database.ts';
import type { Backup } from '../database/folder/data-folder.ts';
import { KEY_VARIABLE, type KeyHolder } from '../http/access/api-key.ts';
import type { OutboundPolicy } from '../http/outgoing.ts';
import type { Publisher } from '../publisher/publisher.ts';
import type { ProgressStream } from './progress.ts';
import type { Group, Shape, Words } from './words.ts';

/** The terminal in which a command was typed, also where a running service executes the command. */
export type Terminal = {
  readonly folder: string;
  readonly print: (line: string) => void;
  readonly progress: ProgressStream;
  /** The key of the person who typed it, from the environment variable {@link KEY_VARIABLE}. */
  readonly key?: string;
};

export const TWO_PEOPLE_NOTE = `The user key in the environment variable ${KEY_VARIABLE} says who asks; a second person has another user's.`;

/** What a command works on. Without a running service, the publisher does nothing. */
export type CommandContext = {
  readonly database: Database;
  readonly publisher: Pick<Publisher, 'notify' | 'holdWhile'>;
  readonly terminal: Terminal;
  /** Who gives the command, where the terminal has the key of a person. */
  readonly person?: KeyHolder | null;
  /** Where a running service may fetch lists from. */
  readonly outbound?: OutboundPolicy;
  /** Called after a command that changed something, in the process of a running service. */
  readonly onChange?: () => void;
  /** Null where the data is not in a folder. */
  readonly backup?: Backup | null;
};

/** A command that works on the data of a service, running or not. */
export type Command = Shape & {
  /** Whether the command only reads. Every other command is written to the audit log before it runs. */
  readonly reads?: true | ((words: Words) => boolean);
  /** Removes secrets from a word before it is written to the audit log. */
  readonly redactWord?: (word: string) => string;
  /** Whether it needs existing data and must not make a new folder. */
  readonly wantsData?: boolean;
  /** @throws CommandError for words that make no sense */
  readonly run: (context: CommandContext, words: Words) => Promise<void>;
};

export type CommandGroup = Group<Command>;

/** A command that works without the data of a service, or runs the service itself. @returns the exit code */
export type LocalCommand = Shape & {
  readonly run: (words: Words, environment: NodeJS.ProcessEnv, terminal: Terminal) => Promise<number>;
};

/** Summary of a command that is loaded on use: the overview shows it without loading the command. */
export const SERVE_SUMMARY = 'Run the service: answer requests until it is stopped';
