import * as z from 'zod/mini';
import type { Records } from '../../storage/records.ts';

/** What is counted: pages that were stopped, addresses that were marked, questions to the service about a match. */
export const COUNTED = ['stopped', 'marked', 'asked'] as const;
export type Counted = (typeof COUNTED)[number];

/** The counts of one week. `monday` is its first day as `2026-11-23`, by the device's own calendar. */
export const weekCounts = z.object({ monday: z.string(), stopped: z.int(), marked: z.int(), asked: z.int() });
export type WeekCounts = Readonly<z.infer<typeof weekCounts>>;

/** The Monday of a moment (ms since epoch) and of so many weeks before it. */
export function mondayOf(time: number, weeksBefore = 0): string {
  const day = new Date(time);
  day.setDate(day.getDate() - ((day.getDay() + 6) % 7) - 7 * weeksBefore);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

const KEY = 'statistics';
/** Weeks that are kept and shown, this one among them. */
const MAX_WEEKS = 12;
const stored = z.array(weekCounts);

type StatisticsParts = {
  readonly records: Pick<Records, 'read' | 'write'>;
  /** Whether a tab is in a private window, of which nothing is counted. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
  /** Milliseconds since epoch. */
  readonly now: () => number;
};

/** How often the protection did something, by weeks: on this device alone, and without any name. */
export class Statistics {
  readonly #parts: StatisticsParts;
  #writes: Promise<unknown> = Promise.resolve();

  constructor(parts: StatisticsParts) {
    this.#parts = parts;
  }

  /**
   * Counts something that happened, in a tab where it was in one. Never rejects: what cannot be counted is not worth a verdict.
   */
  count(what: Counted, tabId?: number, by = 1): Promise<void> {
    const { isPrivate, records, now } = this.#parts;
    const turn = this.#writes.then(async () => {
      if (tabId !== undefined && (await isPrivate(tabId))) return;
      const weeks = await this.weeks();
      const monday = mondayOf(now());
      const counted = weeks.map((week) => (week.monday === monday ? { ...week, [what]: week[what] + by } : week));
      await records.write({ [KEY]: counted });
    });
    this.#writes = turn.catch((error: unknown) => console.warn('Something could not be counted', error));
    return this.#writes.then(() => undefined);
  }

  /** The last twelve weeks, the oldest first; weeks in which nothing happened among them. */
  async weeks(): Promise<WeekCounts[]> {
    const { records, now } = this.#parts;
    const kept = stored.safeParse((await records.read(KEY))[0]).data ?? [];
    return Array.from({ length: MAX_WEEKS }, (_, index) => {
      const monday = mondayOf(now(), MAX_WEEKS - 1 - index);
      return kept.find((week) => week.monday === monday) ?? { monday, stopped: 0, marked: 0, asked: 0 };
    });
  }

  /** Begins at nothing. Rejects as the browser's database does. */
  async reset(): Promise<void> {
    await this.#writes;
    await this.#parts.records.write({ [KEY]: [] });
  }
}
