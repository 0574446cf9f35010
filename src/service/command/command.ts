import type { Argument, Option } from 'commander';
import { KEY_VARIABLE } from '../access/key-variable.ts';
import type { Backup } from '../data-folder/data-folder.ts';
import type { Database } from '../database/database.ts';
import type { ProgressStream } from '../feature/import/progress.ts';
import type { KeyHolder } from '../feature/user/person.ts';
import type { OutboundPolicy } from '../outbound/request.ts';
import type { Publisher } from '../publisher/publisher.ts';
import type { Words } from './words.ts';

/** Where a command reads relative paths from, where it writes, and who typed it, also when another process carries it out. */
export type Terminal = {
  readonly folder: string;
  readonly print: (line: string) => void;
  readonly progress: ProgressStream;
  /** The key of the person who typed it, from the environment variable {@link KEY_VARIABLE}. */
  readonly key?: string;
};

/** Where a command takes two people. */
export const TWO_PEOPLE_NOTE = `Who asks is told by a user key in the environment variable ${KEY_VARIABLE}; a second person has another user's.`;

/** What a command works on: a database, and the publisher of the service that runs on it or one that does nothing. */
export type CommandContext = {
  readonly database: Database;
  readonly publisher: Pick<Publisher, 'notify' | 'holdWhile'>;
  readonly terminal: Terminal;
  /** Who gives the command, where the terminal has the key of a person. */
  readonly person?: KeyHolder | null;
  /** Where lists are fetched from. Default: public addresses alone. */
  readonly outbound?: OutboundPolicy;
  /** Is told once a command has changed something, where a service runs in this process. */
  readonly onChange?: () => void;
  /** Nothing where the data is not in a folder. */
  readonly backup?: Backup | null;
};

/** What the parser knows of a command, and the help shows. */
export type Shape = {
  readonly name: string;
  readonly summary: string;
  readonly arguments?: readonly Argument[];
  readonly options?: readonly Option[];
  /** Lines below the options. */
  readonly notes?: readonly string[];
};

/** A command that works on the data of a service, running or not. */
export type Command = Shape & {
  /** Whether these words only read. Everything else is written to the audit log before it begins. */
  readonly reads?: true | ((words: Words) => boolean);
  /** How its words are written to the audit log, where one may hold a secret. Default: as they are. */
  readonly toldWord?: (word: string) => string;
  /** Whether it wants data that is there: it makes no new folder. */
  readonly wantsData?: boolean;
  /** @throws CommandError for words that make no sense */
  readonly run: (context: CommandContext, words: Words) => Promise<void>;
};

/** Commands of one subject, which are told apart by the word after its name: `keys create`. */
export type CommandGroup = {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly Command[];
  /** The name of the command that no word means. */
  readonly otherwise?: string;
};

/** A command that works without the data of a service, or runs the service itself. @returns the exit code */
export type LocalCommand = Shape & {
  readonly run: (words: Words, environment: NodeJS.ProcessEnv, terminal: Terminal) => Promise<number>;
};
