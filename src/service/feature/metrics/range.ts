import { type SQL, sql } from 'drizzle-orm';
import { storable } from '../../database/database.ts';

const DAY = 86_400_000;
const DEFAULT_DAYS = 30;

export type Period = { readonly startDate?: string | undefined; readonly endDate?: string | undefined };
/** A range of time, both ends included; null: open. */
export type Range = { readonly start: Date | null; readonly end: Date | null };

/** The range of a request, open where it names no date. */
export const openRange = ({ startDate, endDate }: Period): Range => ({
  start: startDate === undefined ? null : storable(startDate),
  end: endDate === undefined ? null : storable(endDate),
});

/** The range of a request; 30 days up to its end, or to `now` (ms since epoch), where it names no date. */
export function closedRange({ startDate, endDate }: Period, now: number): { readonly start: Date; readonly end: Date } {
  const end = endDate === undefined ? new Date(now) : storable(endDate);
  const start = startDate === undefined ? new Date(end.getTime() - DEFAULT_DAYS * DAY).toISOString() : startDate;
  return { start: storable(start), end };
}

/** Whether a moment lies in a range. */
export const within = (column: SQL, { start, end }: Range): SQL =>
  sql`(${start === null ? sql`true` : sql`${column} >= ${start.toISOString()}::timestamptz`}
    and ${end === null ? sql`true` : sql`${column} <= ${end.toISOString()}::timestamptz`})`;
