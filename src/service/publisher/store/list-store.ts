/** How a list file is kept by whoever holds it: a file never changes under its token, so a year and no revalidation (RFC 8246). */
export const LIST_FILE_HEADERS = {
  'Content-Type': 'application/octet-stream',
  'Cache-Control': 'public, max-age=31536000, immutable',
} as const;

/** A file of a token that is published no more stays for this long: somebody may just have been told of it. */
export const KEPT_MS = 60 * 60_000;

/**
 * A place outside of the service from which clients get list files, named by paths such as {@link listFilePath} gives.
 * Several processes may share one: files of one token are the same whoever writes them, so writing one twice does no harm.
 */
export type ListStore = {
  /**
   * Writes what `read` answers, unless the file is there; whoever reads sees all of it or nothing.
   * @throws Error when the store does not take it; Error also soon after `stopped`
   */
  write(path: string, read: () => Promise<Uint8Array>, stopped: AbortSignal): Promise<void>;
  /**
   * Removes the files of tokens that are not among `known`, and what a death left unfinished, once they are {@link KEPT_MS} old.
   * @throws Error when the store does not let it; Error also soon after `stopped`
   */
  forget(known: ReadonlySet<string>, stopped: AbortSignal): Promise<void>;
};
