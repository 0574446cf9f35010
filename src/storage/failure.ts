/** The browser could not store or read; `full` when it has no space left. The message says what to do. */
export class StorageFailure extends Error {
  override readonly name: 'StorageFull' | 'StorageBroken';
  readonly kind: 'full' | 'broken';

  constructor(kind: 'full' | 'broken', options: ErrorOptions) {
    super(
      kind === 'full'
        ? 'There is no space left to store this. Free some disk space and try again.'
        : 'The browser could not store or read this. Make sure that the disk is not full, restart the browser and try again.',
      options,
    );
    this.name = kind === 'full' ? 'StorageFull' : 'StorageBroken';
    this.kind = kind;
  }
}

/** What an error of the browser's storage means. Chromium reports a full disk in the message of an `UnknownError` or `Error` alone. */
export function storageFailure(error: unknown): StorageFailure {
  if (error instanceof StorageFailure) return error;
  const { name, message } = error instanceof Error ? error : { name: '', message: '' };
  const isFull =
    name === 'QuotaExceededError' || /FILE_ERROR_NO_SPACE|no space left|disk (is )?full|quota exceeded/i.test(message);
  return new StorageFailure(isFull ? 'full' : 'broken', { cause: error });
}
