/** Why a list was rejected. */
export type ListFault =
  | 'format' // not a file of a known format, for example an HTML page
  | 'version' // a format version or prefix width that this build does not know
  | 'truncated' // bytes are missing
  | 'trailing' // bytes are left over
  | 'order' // unsorted or duplicate entries
  | 'overflow' // a value outside its range: a prefix of 2^32 or more, an index past the end of the list
  | 'too-large' // more entries or bytes than allowed
  | 'base' // changes to another list, or to a damaged one
  | 'count' // different from the version document
  | 'digest' // the same
  | 'unsigned' // no signature, digest or version although a key requires them
  | 'signature' // not signed by a known key, or not with the announced values
  | 'rollback' // an older version than the stored one, or no version if the stored one has one
  | 'origin' // a file at a URL from which this build does not fetch
  | 'shrunk'; // less than half the size of the list it would replace

/** A list, or changes to one, that must not be used. The message contains no host, path or key. */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly kind: ListFault;

  constructor(kind: ListFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
