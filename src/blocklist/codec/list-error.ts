/**
 * Why a list was not accepted.
 *
 * - `format`: not a file of a known format, for example an HTML page
 * - `version`: a format version or prefix width that this build does not know
 * - `truncated`, `trailing`: bytes are missing, or left over
 * - `order`: unsorted or duplicate entries
 * - `overflow`: a value outside its range: a prefix past 2^32, an index past the end of the list
 * - `too-large`: more entries or bytes than any list may have
 * - `base`: changes that belong to another list, or to one that is damaged
 * - `count`, `digest`: not what the version document announced
 * - `unsigned`: no signature, digest or version where a key requires them
 * - `signature`: not signed by a known key, or not as it is announced
 * - `rollback`: an older version than the one held, or none where that had one
 * - `origin`: a file at an address from which this build fetches nothing
 * - `shrunk`: less than half of the list it would replace
 */
export const LIST_FAULTS = [
  'format',
  'version',
  'truncated',
  'trailing',
  'order',
  'overflow',
  'too-large',
  'base',
  'count',
  'digest',
  'unsigned',
  'signature',
  'rollback',
  'origin',
  'shrunk',
] as const;
export type ListFault = (typeof LIST_FAULTS)[number];

/** A list, or changes to one, that must not be used. The message names no host, path or key. */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly kind: ListFault;

  constructor(kind: ListFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
