import { isOverdue, LIST_DUE } from '../shards/shard.ts';

/** Milliseconds that a page waits for a service that does not answer, or a storage, once after the browser was started. */
const TIMEOUT_MS = 1_000;

export type ListFreshnessParts = {
  readonly area: {
    get(key: string): Promise<Record<string, unknown>>;
    set(items: Record<string, unknown>): Promise<void>;
  };
  /** Polls the list, and settles when that has ended. */
  readonly poll: () => Promise<unknown>;
  readonly now: () => number;
};

/**
 * Whether the list may be behind, as after a night in which the browser was closed. What it calls clear may be listed by then,
 * and the pages of the last session come back before anything was polled: so a clear verdict waits for the news, for a moment.
 */
export class ListFreshness {
  readonly #parts: ListFreshnessParts;
  /** What is noted of the next poll. */
  #dueAt: Promise<unknown>;
  #caughtUp: Promise<void> | null = null;

  constructor(parts: ListFreshnessParts) {
    this.#parts = parts;
    const noted = parts.area.get(LIST_DUE).then(
      ({ [LIST_DUE]: dueAt }) => dueAt,
      () => undefined,
    );
    this.#dueAt = Promise.race([noted, pause(TIMEOUT_MS)]);
  }

  /**
   * Settles when the list is as new as possible: at once, unless its poll is overdue; then with the poll, or after a second,
   * which no later page waits again. Never rejects.
   */
  async current(): Promise<void> {
    const { poll, now } = this.#parts;
    if (!isOverdue(await this.#dueAt, now())) return;
    // How a poll fails is told by the sync.
    this.#caughtUp ??= Promise.race([poll().catch(() => undefined), pause(TIMEOUT_MS)]).then(() => undefined);
    await this.#caughtUp;
  }

  /**
   * Notes when the next poll is due, for guards and for the next worker. Guards may go by the shards until then: these must be in line
   * with the list. @param at in ms since epoch; null where there will be none
   */
  async note(at: number | null): Promise<void> {
    const before = this.#dueAt;
    this.#dueAt = Promise.resolve(at);
    // Where the storage takes nothing, guards ask the worker.
    if ((await before) !== at) await this.#parts.area.set({ [LIST_DUE]: at }).catch(() => undefined);
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
