/** A file that is not what the import was told it is. The message says what was expected, what was found and what to do. */
export class ImportFileError extends Error {
  override readonly name = 'ImportFileError';
}

/** An import that would lift so much that it needs a person's word. Nothing was written. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
