import type { HotWords } from './codec/hot-file.ts';
import type { PublishedFiles } from './organization-files.ts';
import type { Hot, Recent, Snapshot } from './store/snapshot.ts';

/** What is known about the list in use. */
export type ListInfo = {
  readonly token: string;
  readonly recentToken: string | null;
  /** Snapshot and recent additions together. */
  readonly entries: number;
  /** When the service last said that this list is current, or for a bundled one when it was published; ms since epoch. */
  readonly currentAt: number;
  readonly origin: 'bundled' | 'service';
  readonly algoVersion: string;
  /** Hex characters of a prefix that the service wants in a confirm request, 4 to 8; 4, the most private, until it says otherwise. */
  readonly confirmPrefixLength: number;
};

/** Why the list changed: the service published, or a stored list was found damaged. */
export type ListChange = 'update' | 'heal';

/**
 * A hit of the hot tier, with what a person is told about it. `isOwn` where the organization itself blocks it, which no answer of the
 * service about everybody's list takes back.
 */
export type HotHit = { readonly at: number; readonly words: HotWords | undefined; readonly isOwn?: boolean };

/** What the service published; a hot tier of null is one that it has no more. */
export type Published = PublishedFiles & {
  readonly snapshot?: Snapshot;
  readonly recent?: Recent;
  readonly hot?: Hot | null;
};
