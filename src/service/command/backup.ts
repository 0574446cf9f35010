import { resolve } from 'node:path';
import { FolderRefused, systemReason } from '../data-folder/refusal.ts';
import { type Command, CommandError, positionals } from './command.ts';

export const backup: Command = {
  name: 'backup',
  synopsis: 'FILE',
  summary: 'Write all data of a folder into a file, also while a service runs on it',
  options: {},
  wantsData: true,
  help: ['FILE is a gzipped tar, for this user alone. It holds keys and reports. "restore FILE" brings it back.'],
  run: async ({ backup: write, terminal }, words) => {
    const [name] = positionals(words, 'FILE');
    if (!write)
      throw new CommandError(
        'Only data in a folder is backed up by this. Of a PostgreSQL server, use its own pg_dump.',
      );
    const file = resolve(terminal.folder, name);
    const size = await write(file).catch((error: unknown) => {
      const reason =
        error instanceof FolderRefused ? error.message : `${file} cannot be written (${systemReason(error)})`;
      throw new CommandError(reason);
    });
    terminal.print(`Backed up into ${file} (${(size / 1_048_576).toFixed(1)} MiB)`);
  },
};
