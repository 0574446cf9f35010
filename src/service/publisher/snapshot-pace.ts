import type { PublishedList } from './list-file.ts';

/**
 * How often removals make a new snapshot. A snapshot costs each client a signature check and a new list in memory and on disk. An
 * entry that waits to be removed costs only a confirmation, which no longer confirms it; but entries of the hot tier, and those that a
 * browser has confirmed before, stay blocked until then. The first `prompt` snapshots of an hour are published at once; each further one
 * makes the pause before the next one longer by `stepMs`. A removal by a person waits at most `urgentMs` after the last snapshot.
 */
export type SnapshotPace = { readonly prompt: number; readonly stepMs: number; readonly urgentMs: number };

const HOUR_MS = 3_600_000;

/**
 * With constant removals this makes about fourteen snapshots an hour, four minutes apart. Changes are offered from the last 24 snapshots:
 * at one in three seconds they cover more than the time between two polls of a client.
 */
export const SNAPSHOT_PACE: SnapshotPace = { prompt: 6, stepMs: 30_000, urgentMs: 3_000 };

/**
 * When the next snapshot may be published, in ms since epoch; `now` or earlier: at once. The version of a snapshot is the time of its
 * publication.
 * @param now in ms since epoch
 * @param isUrgent whether a person took something off
 */
export function nextSnapshotAt(
  { snapshot, earlier }: PublishedList,
  { prompt, stepMs, urgentMs }: SnapshotPace,
  now: number,
  isUrgent = false,
): number {
  // The clock went back, so the age of the last snapshot is unknown.
  if (snapshot.version > now) return now;
  const ofHour = [snapshot, ...earlier].filter(({ version }) => version > now - HOUR_MS).length;
  const pause = Math.max(0, ofHour + 1 - prompt) * stepMs;
  return snapshot.version + (isUrgent ? Math.min(pause, urgentMs) : pause);
}
