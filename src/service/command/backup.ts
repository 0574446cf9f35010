import { resolve } from 'node:path';
import { Argument } from 'commander';
import { FolderRefused, systemReason } from '../data-folder/refusal.ts';
import type { Command } from './command.ts';
import { CommandError, textArgument } from './words.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Write all data of a folder into a file, also while a service runs on it',
  arguments: [new Argument('<file>', 'a gzipped tar for this user alone; it holds keys and reports')],
  notes: ['"restore FILE" brings it back.'],
  wantsData: true,
  run: async ({ backup: write, terminal }, words) => {
    if (!write)
      throw new CommandError(
        'Only data in a folder is backed up by this. Of a PostgreSQL server, use its own pg_dump.',
      );
    const file = resolve(terminal.folder, textArgument(words, 'file'));
    const size = await write(file).catch((error: unknown) => {
      const reason =
        error instanceof FolderRefused ? error.message : `${file} cannot be written (${systemReason(error)})`;
      throw new CommandError(reason);
    });
    terminal.print(`Backed up into ${file} (${(size / 1_048_576).toFixed(1)} MiB)`);
  },
};
