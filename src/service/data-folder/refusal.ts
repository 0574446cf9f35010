/** A data folder that is left as it is; the message names it, says why, and what to do. */
export class FolderRefused extends Error {
  override readonly name: string = 'FolderRefused';
}

/** Another process works on the folder. */
export class FolderInUse extends FolderRefused {
  override readonly name = 'FolderInUse';

  constructor(folder: string) {
    super(
      `The data in ${folder} is in use by another process, and a folder belongs to one. Stop that one, or give the command on its ` +
        'machine and in its container. Several processes can share a PostgreSQL server (--database-url).',
    );
  }
}

/** What the system says about a path that it does not give. */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : `${code}: ${message.replace(/^[A-Z]+: /, '').replace(/,.*$/s, '')}`;
}
