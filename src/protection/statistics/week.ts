import * as z from 'zod/mini';

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
