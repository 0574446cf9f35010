import { isOverdue, LIST_DUE } from '../shards/shard.ts';

/** How long pages of a newly started browser wait, once, for the overdue poll and the storage. */
const POLL_TIMEOUT_MS = 1_000;

export type ListFreshnessParts = {
  readonly area: {
    get(key: string): Promise<Record<string, unknown>>;
    set(items: Record<string, unknown>): Promise<void>;
  };
  /** Polls the list; settles when the poll has ended. */
  readonly poll: () => Promise<unknown>;
  readonly now: () => number;
};

/**
 * Knows whether the list is out of date, for example after a night with the browser closed. Pages of the last session
 * load before the first poll, and may have been listed since the old list. So a verdict of "not listed" waits for that
 * poll, one second at most.
 */
export class ListFreshness {
  readonly #parts: ListFreshnessParts;
  /** The stored time of the next poll. */
  #dueAt: Promise<unknown>;
  #caughtUp: Promise<void> | null = null;

  constructor(parts: ListFreshnessParts) {
    this.#parts = parts;
    const noted = parts.area.get(LIST_DUE).then(
      ({ [LIST_DUE]: dueAt }) => dueAt,
      () => undefined,
    );
    this.#dueAt = Promise.race([noted, pause(POLL_TIMEOUT_MS)]);
  }

  /**
   * Resolves at once, unless the poll is overdue; then after the poll or after one second. Later calls wait for the same second. Never rejects.
   */
  async current(): Promise<void> {
    const { poll, now } = this.#parts;
    if (!isOverdue(await this.#dueAt, now())) return;
    // The sync reports a failed poll.
    this.#caughtUp ??= Promise.race([poll().catch(() => undefined), pause(POLL_TIMEOUT_MS)]).then(() => undefined);
    await this.#caughtUp;
  }

  /**
   * Stores when the next poll is due, for guards and for the next worker. Guards trust the shards until then, so the
   * shards must already match the list. @param at in ms since epoch; null if no poll is planned
   */
  async note(at: number | null): Promise<void> {
    const before = this.#dueAt;
    this.#dueAt = Promise.resolve(at);
    // If the time could not be stored, guards ask the worker.
    if ((await before) !== at) await this.#parts.area.set({ [LIST_DUE]: at }).catch(() => undefined);
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
