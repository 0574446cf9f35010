import type { PublishedList } from '../list/list-file.ts';

/** The file of a token never changes, so caches keep it for a year without revalidation (RFC 8246). */
export const LIST_FILE_HEADERS = {
  'Content-Type': 'application/octet-stream',
  'Cache-Control': 'public, max-age=31536000, immutable',
} as const;

/** How long a file stays after it is no longer published: a client may have just received its token. */
export const RETENTION_MS = 60 * 60_000;

/**
 * A place from which clients get list files by {@link listFilePath}. Processes may share one: all write the same bytes.
 */
export type ListStore = {
  /** Writes the result of `read`, whole, unless the file exists. @throws Error when the store fails, or is `stopped` */
  write(path: string, read: () => Promise<Uint8Array>, stopped: AbortSignal): Promise<void>;
  /**
   * Deletes files of unknown tokens and unfinished ones, once {@link RETENTION_MS} old. @throws Error as {@link write}
   */
  forget(known: ReadonlySet<string>, stopped: AbortSignal): Promise<void>;
};

/** Pattern of a token in a path. */
export const TOKEN_PATTERN = '[\\w.-]{1,128}';

/** Path of the list files, on the service and in a store. */
export const LIST_PATH = '/lists';

/** Path of a snapshot, recent or hot file, and of the changes that lead to it. */
export const listFilePath = (token: string): string => `${LIST_PATH}/${token}.bin`;
export const changesPath = (from: string, to: string): string => `${LIST_PATH}/${to}/from/${from}.bin`;

/** No changes are offered from snapshots of less than half or more than twice the size: they would be no smaller. */
export const offersChanges = (from: PublishedList['snapshot'], to: PublishedList['snapshot']): boolean =>
  from.count >= to.count / 2 && from.count <= to.count * 2;
