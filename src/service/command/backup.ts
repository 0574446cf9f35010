import { resolve } from 'node:path';
import { Argument } from 'commander';
import type { Command, LocalCommand } from '../command-line/command.ts';
import { CommandError, textArgument } from '../command-line/words.ts';
import { FolderRefused, systemReason } from '../database/folder/folder-lock.ts';
import { DATA_OPTIONS, placeOf } from './place/place.ts';

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

export const restore: LocalCommand = {
  name: 'restore',
  summary: 'Bring a backup back into an empty or absent folder',
  arguments: [new Argument('<file>', 'what "backup" wrote')],
  options: DATA_OPTIONS,
  run: async (words, environment, terminal) => {
    const file = textArgument(words, 'file');
    const place = placeOf(words, environment);
    if (place.kind !== 'folder') throw new CommandError('A backup is brought back into a folder: name it with --data');
    const { restoreBackup } = await import('../database/folder/backup.ts');
    await restoreBackup(resolve(terminal.folder, file), place.folder);
    terminal.print(
      `Restored ${file} into ${place.folder}. Give "republish" next: clients take no list that is earlier than theirs`,
    );
    return 0;
  },
};
