/** A file that is not what the import was told it is. The message says what was expected, what was found and what to do. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
}
