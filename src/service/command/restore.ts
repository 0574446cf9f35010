import { resolve } from 'node:path';
import { Argument } from 'commander';
import { restoreBackup } from '../data-folder/restore.ts';
import type { LocalCommand } from './command.ts';
import { DATA_OPTIONS, placeOf } from './place.ts';
import { RESTORE_SUMMARY } from './summary.ts';
import { CommandError, textArgument } from './words.ts';

export const restore: LocalCommand = {
  name: 'restore',
  summary: RESTORE_SUMMARY,
  arguments: [new Argument('<file>', 'what "backup" wrote')],
  options: DATA_OPTIONS,
  run: async (words, environment, terminal) => {
    const file = textArgument(words, 'file');
    const place = placeOf(words, environment);
    if (place.kind !== 'folder') throw new CommandError('A backup is brought back into a folder: name it with --data');
    await restoreBackup(resolve(terminal.folder, file), place.folder);
    terminal.print(
      `Restored ${file} into ${place.folder}. Give "republish" next: clients take no list that is earlier than theirs`,
    );
    return 0;
  },
};
