import { resolve } from 'node:path';
import { restoreBackup } from '../data-folder/restore.ts';
import { CommandError, positionals, type Terminal } from './command.ts';
import { placeOf } from './place.ts';
import { readWords } from './run.ts';

export const RESTORE_SYNOPSIS = 'restore FILE --data DIR';
export const RESTORE_SUMMARY = 'Bring a backup back into an empty or absent folder';

/** The command `restore`, which works on no data that is there. @returns the exit code */
export async function restore(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const given = readWords({ options: {} }, words);
  if (given.values.help === true) {
    for (const line of [`npm run service -- ${RESTORE_SYNOPSIS}`, RESTORE_SUMMARY]) terminal.print(line);
    return 0;
  }
  const [file] = positionals(given, 'FILE');
  const place = placeOf(given, environment);
  if (place.kind !== 'folder') throw new CommandError('A backup is brought back into a folder: name it with --data');
  await restoreBackup(resolve(terminal.folder, file), place.folder);
  terminal.print(`Restored ${file} into ${place.folder}`);
  return 0;
}
