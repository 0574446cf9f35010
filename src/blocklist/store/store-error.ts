/** The list's database does not work: `full` where the disk or the quota is, `broken` otherwise. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly kind: 'full' | 'broken';

  constructor(kind: 'full' | 'broken', options?: ErrorOptions) {
    super(
      kind === 'full'
        ? 'There is no room to store the list: free disk space'
        : 'The browser could not read or write the stored list',
      options,
    );
    this.kind = kind;
  }
}
