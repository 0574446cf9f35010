import { i18n } from '../../language/i18n.ts';
import { textLocale } from '../../language/locale.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JUST_NOW = 5 * SECOND;

type Unit = 'second' | 'minute' | 'hour' | 'day';
const UNITS: readonly (readonly [Unit, number])[] = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

function inUnits(ms: number): { readonly value: number; readonly unit: Unit } {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? (['second', SECOND] as const);
  return { value: Math.floor(ms / size), unit };
}

/** When something happened or will: relative within a day, then the date. */
export function whenInWords(time: number, now: number): string {
  const distance = Math.abs(time - now);
  if (distance >= DAY) return i18n.t('time.onDate', { date: dateInWords(time, now) });
  if (distance < JUST_NOW) return i18n.t(time > now ? 'time.soon' : 'time.justNow');
  const { value, unit } = inUnits(distance);
  const words = new Intl.RelativeTimeFormat(textLocale(), { numeric: 'always' });
  return words.format(time < now ? -value : value, unit);
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
  return new Intl.DateTimeFormat(textLocale(), {
    day: 'numeric',
    month: 'long',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(time);
}

/** Date and time to the minute, as a support call needs it: `2026-11-20 14:02` in the person's own time zone. */
export function momentInWords(time: number): string {
  const at = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The time of day to the second. */
export const clockInWords = (time: number): string =>
  new Intl.DateTimeFormat(textLocale(), { timeStyle: 'medium' }).format(time);
