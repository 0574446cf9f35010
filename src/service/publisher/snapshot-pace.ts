import type { PublishedList } from './list-file.ts';

/**
 * How often removals make a new snapshot: it costs each client another signature, a new list in memory and one on disk, while
 * an entry that waits to be removed costs whoever meets it one question, since a hit that the service does not confirm blocks nothing. What is in the hot tier, or was
 * confirmed by a browser before, stays blocked there until then. The first `prompt` snapshots of an hour are published at once; from then on each one makes the pause before the next longer by
 * `stepMs`. What a person took off waits for none of this, only for `urgentMs` after the last snapshot.
 */
export type SnapshotPace = { readonly prompt: number; readonly stepMs: number; readonly urgentMs: number };

const HOUR_MS = 3_600_000;

/**
 * Without an end of removals there are about fourteen snapshots an hour then, four minutes apart. Changes are offered from the last 24
 * snapshots: at three seconds these last for longer than a client waits between two polls.
 */
export const SNAPSHOT_PACE: SnapshotPace = { prompt: 6, stepMs: 30_000, urgentMs: 3_000 };

/**
 * When the next snapshot may be published, in ms since epoch; `now` or earlier where at once. Snapshots tell in their version when they
 * were published.
 * @param now in ms since epoch
 * @param isUrgent whether a person took something off
 */
export function nextSnapshotAt(
  { snapshot, earlier }: PublishedList,
  { prompt, stepMs, urgentMs }: SnapshotPace,
  now: number,
  isUrgent = false,
): number {
  // The clock went back: how long ago it was is not known.
  if (snapshot.version > now) return now;
  const ofHour = [snapshot, ...earlier].filter(({ version }) => version > now - HOUR_MS).length;
  const pause = Math.max(0, ofHour + 1 - prompt) * stepMs;
  return snapshot.version + (isUrgent ? Math.min(pause, urgentMs) : pause);
}
