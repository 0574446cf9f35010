import type { PublishedList } from './list-file.ts';
import type { ListFolder } from './list-folder.ts';
import { changesPath, listFilePath, offersChanges } from './list-path.ts';

/** Where the bytes of published files come from; null for a file that is no more. */
export type ListSource = {
  file(token: string): Promise<Uint8Array | null>;
  changes(fromToken: string, toToken: string): Promise<Uint8Array | null>;
};

/**
 * Writes every file that a version document of this list names, so that each is there before anybody is told of it.
 * @throws Error of the file system, or for a file that the database does not hold
 */
export async function copyList(list: PublishedList, source: ListSource, folder: ListFolder): Promise<void> {
  const { snapshot, recent, hot, earlier } = list;
  for (const { token } of [snapshot, recent, ...(hot ? [hot] : [])])
    await folder.write(listFilePath(token), () => required(token, source.file(token)));
  for (const from of earlier.filter((from) => offersChanges(from, snapshot)))
    await folder.write(changesPath(from.token, snapshot.token), () =>
      required(`${snapshot.token} from ${from.token}`, source.changes(from.token, snapshot.token)),
    );
}

async function required(name: string, file: Promise<Uint8Array | null>): Promise<Uint8Array> {
  const bytes = await file;
  if (!bytes) throw new Error(`The published list file ${name} is missing`);
  return bytes;
}
