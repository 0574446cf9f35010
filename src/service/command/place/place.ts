import { resolve } from 'node:path';
import { Option } from 'commander';
import * as z from 'zod/mini';
import { CommandError, textOption, type Words } from '../../command-line/words.ts';
import { type OpenDatabase, openDatabase } from '../../database/connection.ts';
import { type Backup, controlFile, openDataFolder } from '../../database/folder/data-folder.ts';
import { type ControlEndpoint, controlEndpoint } from '../serve/control.ts';
import { readPrivateJson } from './private-file.ts';

export const DATA_OPTIONS: readonly Option[] = [
  new Option('--data <dir>', 'folder of the embedded database (default: .data)'),
  new Option('--database-url <url>', 'a PostgreSQL server instead (default: the environment variable DATABASE_URL)'),
];

export const PLACE_OPTIONS: readonly Option[] = [
  ...DATA_OPTIONS,
  new Option('--ready-file <file>', 'the ready file of a running service, which then carries the command out'),
];

const DEFAULT_FOLDER = '.data';

export type Place =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'server'; readonly url: string };

/** The data that options and environment select. @throws CommandError when they contradict each other */
export function placeOf(words: Words, environment: NodeJS.ProcessEnv): Place {
  const folder = textOption(words, 'data');
  const option = textOption(words, 'database-url');
  const url = option ?? (folder === undefined ? environment.DATABASE_URL : undefined);
  if (folder !== undefined && url !== undefined) throw new CommandError('Give either --data or --database-url');
  if (url === undefined) return { kind: 'folder', folder: resolve(folder ?? DEFAULT_FOLDER) };
  const problem = databaseUrlProblem(url);
  if (problem !== null)
    throw new CommandError(
      `${option === undefined ? 'The environment variable DATABASE_URL' : '--database-url'} ${problem}`,
    );
  return { kind: 'server', url };
}

/** What is wrong with the address of a database server; null if nothing. Never contains its password. */
function databaseUrlProblem(url: string): string | null {
  if (!/^postgres(ql)?:\/\//.test(url)) return 'must begin with postgres://';
  const authority = url.replace(/^\w+:\/\//, '').replace(/[/?#].*$/s, '');
  const port = /:([^:@\]]*)$/.exec(authority.replace(/^.*@/s, ''))?.[1] ?? '';
  if (port !== '' && !(/^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    return `has the port "${port}": a port is a number from 1 to 65535`;
  return URL.canParse(url) ? null : 'is no address such as postgres://user:password@host:5432/database';
}

/** The running service, by its ready file, else by the data folder; null where neither names one. */
export async function controlOf(words: Words, place: Place): Promise<ControlEndpoint | null> {
  const readyFile = textOption(words, 'ready-file');
  if (readyFile !== undefined) {
    const ready = await readPrivateJson(readyFile, z.object({ control: controlEndpoint }));
    if (!ready) throw new CommandError(`${readyFile} is not the ready file of a running service`);
    return ready.control;
  }
  return place.kind === 'folder' ? readPrivateJson(controlFile(place.folder), controlEndpoint) : null;
}

export type OpenPlace = OpenDatabase & { readonly backup: Backup | null };

/** Opens the data, waiting so long for another process to release a folder. @throws FolderRefused, SchemaRefused */
export async function openPlace(place: Place, waitMs = 0): Promise<OpenPlace> {
  if (place.kind === 'server') return { ...(await openDatabase(place)), backup: null };
  return openDataFolder(place.folder, waitMs);
}
