import { i18n } from '../../language/i18n.ts';
import { textLocale } from '../../language/locale.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JUST_NOW = 5 * SECOND;
const UNITS = { hour: HOUR, minute: MINUTE, second: SECOND };

/** When something happened or will: relative within a day, then the date. */
export function whenInWords(time: number, now: number): string {
  const distance = Math.abs(time - now);
  if (distance >= DAY) return i18n.t('time.onDate', { date: dateInWords(time, now) });
  if (distance < JUST_NOW) return i18n.t(time > now ? 'time.soon' : 'time.justNow');
  const unit = distance >= HOUR ? 'hour' : distance >= MINUTE ? 'minute' : 'second';
  return new Intl.RelativeTimeFormat(textLocale()).format(Math.trunc((time - now) / UNITS[unit]), unit);
}

/** The day of something, for example `today`, `yesterday`, or a date. */
export function dayInWords(time: number, now: number): string {
  const days = daysBetween(now, time);
  if (Math.abs(days) > 1) return i18n.t('time.onDate', { date: dateInWords(time, now) });
  return new Intl.RelativeTimeFormat(textLocale(), { numeric: 'auto' }).format(days, 'day');
}

/** The moment at which something ends: its time of day, with the day where it is another one than now. */
export function untilInWords(end: number, now: number): string {
  const time = new Intl.DateTimeFormat(textLocale(), { timeStyle: 'short' }).format(end);
  if (daysBetween(now, end) === 0) return time;
  const tomorrow = daysBetween(now, end) === 1;
  return i18n.t('time.dayAt', { day: tomorrow ? dayInWords(end, now) : dateInWords(end, now), time });
}

/** Midnights between two moments, in the person's own time zone. */
function daysBetween(from: number, to: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(to) - midnight(from)) / DAY);
}

/** The date, with its year where it is another one than now. */
export function dateInWords(time: number, now: number): string {
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  const parts = { day: 'numeric', month: 'long', year: sameYear ? undefined : 'numeric' } as const;
  return new Intl.DateTimeFormat(textLocale(), parts).format(time);
}

/** Date and time to the minute, as a support call needs it: `2026-11-20 14:02` in the person's own time zone. */
export const momentInWords = (time: number): string =>
  // Swedish writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short' }).format(time);

/** The time of day to the second, or the time from one moment to another. */
export const clockInWords = (from: number, to = from): string =>
  new Intl.DateTimeFormat(textLocale(), { timeStyle: 'medium' }).formatRange(from, to);
