import * as z from 'zod/mini';
import type { Records } from '../../storage/records.ts';
import { inRecords, StoredState } from '../../storage/stored-state.ts';

/** What is counted: stopped pages, marked addresses, stopped wallet requests, questions to the service about a match. */
export const COUNTED = ['stopped', 'marked', 'wallet', 'asked'] as const;
export type Counted = (typeof COUNTED)[number];

/** The counts of one week. `monday` is its first day, such as `2026-11-23`, in the device's local time. */
export const weekCounts = z.object({
  monday: z.string(),
  stopped: z.int(),
  marked: z.int(),
  wallet: z.int(),
  asked: z.int(),
});
export type WeekCounts = Readonly<z.infer<typeof weekCounts>>;

/** The Monday of the week of a time (ms since epoch), or of a number of weeks earlier. */
export function mondayOf(time: number, weeksBefore = 0): string {
  const day = new Date(time);
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7) - 7 * weeksBefore);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

const KEY = 'statistics';
/** Number of weeks kept and shown, including the current one. */
const MAX_WEEKS = 12;
const stored = z.array(weekCounts);

type StatisticsParts = {
  readonly records: Pick<Records, 'read' | 'write'>;
  /** Whether a tab is in a private window; nothing is counted there. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
  /** Milliseconds since epoch. */
  readonly now: () => number;
};

/** Weekly counts of what the protection did: only on this device, without any names. */
export class Statistics {
  readonly #parts: StatisticsParts;
  readonly #stored: StoredState<WeekCounts[]>;

  constructor(parts: StatisticsParts) {
    this.#parts = parts;
    this.#stored = new StoredState({ place: inRecords(parts.records, KEY), schema: stored, initial: [] });
  }

  /** Counts an event, with its tab if it happened in one. Never rejects: a failed count must not affect a verdict. */
  async count(what: Counted, tabId?: number, by = 1): Promise<void> {
    const { isPrivate, now } = this.#parts;
    if (tabId !== undefined && (await isPrivate(tabId))) return;
    const monday = mondayOf(now());
    const counted = this.#stored.store((weeks) =>
      this.#filled(weeks).map((week) => (week.monday === monday ? { ...week, [what]: week[what] + by } : week)),
    );
    await counted.catch((error: unknown) => console.warn('Something could not be counted', error));
  }

  /** The last twelve weeks, oldest first, including weeks without events. */
  async weeks(): Promise<WeekCounts[]> {
    await this.#stored.load();
    return this.#filled(this.#stored.value);
  }

  /** Deletes all counts. Rejects as the browser's database does. */
  async reset(): Promise<void> {
    await this.#stored.store(() => []);
  }

  #filled(kept: readonly WeekCounts[]): WeekCounts[] {
    return Array.from({ length: MAX_WEEKS }, (_, index) => {
      const monday = mondayOf(this.#parts.now(), MAX_WEEKS - 1 - index);
      return kept.find((week) => week.monday === monday) ?? { monday, stopped: 0, marked: 0, wallet: 0, asked: 0 };
    });
  }
}
