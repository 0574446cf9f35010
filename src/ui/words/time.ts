import { i18n } from '#i18n';
import { textLocale } from './locale.ts';

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

/** How old something is, for example `40s`; a time in the future counts as now. */
export function ageInWords(since: number, now: number): string {
  const { value, unit } = inUnits(Math.max(0, now - since));
  return new Intl.NumberFormat(textLocale(), { style: 'unit', unit, unitDisplay: 'narrow' }).format(value);
}

/** When something happened or will: relative within a day, then the date. */
export function whenInWords(time: number, now: number): string {
  const distance = Math.abs(time - now);
  if (distance >= DAY) return i18n.t('time.onDate', { date: dateInWords(time, now) });
  if (distance < JUST_NOW) return i18n.t('time.justNow');
  const { value, unit } = inUnits(distance);
  const words = new Intl.RelativeTimeFormat(textLocale(), { numeric: 'always' });
  return words.format(time < now ? -value : value, unit);
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
