/** What a build knows about the lists of a service, and believes nobody else about. */
export type ListTrust = {
  /** Ed25519 keys (hex) of which one must have signed every list; empty where nothing is required. */
  readonly publicKeys: readonly string[];
  /** Origin beside the service's own from which its files are fetched; null where there is none. */
  readonly listUrl: string | null;
};

/** About a service of which the build says nothing, such as one that a person chose. */
export const NO_TRUST: ListTrust = { publicKeys: [], listUrl: null };
