import * as z from 'zod/mini';
import type { Records } from '../../storage/records.ts';
import { Sequence } from '../../storage/sequence.ts';

/** What is counted: stopped pages, marked addresses, questions to the service about a match. */
export const COUNTED = ['stopped', 'marked', 'asked'] as const;
export type Counted = (typeof COUNTED)[number];

/** The counts of one week. `monday` is its first day, such as `2026-11-23`, in the device's local time. */
export const weekCounts = z.object({ monday: z.string(), stopped: z.int(), marked: z.int(), asked: z.int() });
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
  readonly #writes = new Sequence();

  constructor(parts: StatisticsParts) {
    this.#parts = parts;
  }

  /** Counts an event, with its tab if it happened in one. Never rejects: a failed count must not affect a verdict. */
  count(what: Counted, tabId?: number, by = 1): Promise<void> {
    const { isPrivate, records, now } = this.#parts;
    const counting = this.#writes.run(async () => {
      if (tabId !== undefined && (await isPrivate(tabId))) return;
      const weeks = await this.weeks();
      const monday = mondayOf(now());
      const counted = weeks.map((week) => (week.monday === monday ? { ...week, [what]: week[what] + by } : week));
      await records.write({ [KEY]: counted });
    });
    return counting.catch((error: unknown) => console.warn('Something could not be counted', error));
  }

  /** The last twelve weeks, oldest first, including weeks without events. */
  async weeks(): Promise<WeekCounts[]> {
    const { records, now } = this.#parts;
    const kept = stored.safeParse((await records.read(KEY))[0]).data ?? [];
    return Array.from({ length: MAX_WEEKS }, (_, index) => {
      const monday = mondayOf(now(), MAX_WEEKS - 1 - index);
      return kept.find((week) => week.monday === monday) ?? { monday, stopped: 0, marked: 0, asked: 0 };
    });
  }

  /** Deletes all counts. Rejects as the browser's database does. */
  reset(): Promise<void> {
    return this.#writes.run(() => this.#parts.records.write({ [KEY]: [] }));
  }
}
