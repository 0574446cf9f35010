/** What a build requires of the lists of a service. */
export type ListTrust = {
  /** Ed25519 keys in hex. Every list must be signed by one of them; empty if no signature is required. */
  readonly publicKeys: readonly string[];
  /** Further origin from which list files are fetched, besides the service's own; null if there is none. */
  readonly listUrl: string | null;
};

/** For a service that the build does not know, such as one that a person configured. */
export const NO_TRUST: ListTrust = { publicKeys: [], listUrl: null };
