/** An import that would lift so much that it needs a person's word. Nothing was written. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
