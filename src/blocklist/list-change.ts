import type { HotWords } from './codec/hot-entry.ts';
import type { PublishedFiles } from './organization-files.ts';
import type { Hot, Recent, Snapshot } from './store/snapshot.ts';

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
