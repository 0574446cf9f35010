import type { HotWords } from './codec/hot-file.ts';

/** Facts about the list in use. */
export type ListInfo = {
  readonly token: string;
  readonly recentToken: string | null;
  /** Snapshot and recent additions together. */
  readonly entries: number;
  /** When the service last confirmed this list as current, or when a bundled list was published; ms since epoch. */
  readonly currentAt: number;
  readonly origin: 'bundled' | 'service';
  readonly algoVersion: string;
  /** Hex characters of a prefix in a confirm request, 4 to 8, as the service requests; until then 4, the most private. */
  readonly confirmPrefixLength: number;
};

/** Why the list changed: the service published, or a stored list was found damaged. */
export type ListChange = 'update' | 'heal';

/**
 * A hit of the hot tier, with the details shown to the person. `isOwn` if the organization itself blocks it: the
 * service's answers about the general list do not revoke it.
 */
export type HotHit = { readonly at: number; readonly words: HotWords | undefined; readonly isOwn?: boolean };
