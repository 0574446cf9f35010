import { dayText } from '../portal/page/calendar.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago a moment was, within a day; else its date. `now` in ms since epoch. */
export function agoText(moment: Date, now: number): string {
  const passed = now - moment.getTime();
  if (passed < MINUTE) return 'just now';
  return passed < DAY ? `${spanText(passed)} ago` : `on ${dayText(moment)}`;
}

/** When something is due: "due in 3 hours", "overdue by 2 days". `now` in ms since epoch. */
export function dueText(due: Date, now: number): string {
  const left = due.getTime() - now;
  return left > 0 ? `due in ${spanText(left)}` : `overdue by ${spanText(-left)}`;
}

function spanText(ms: number): string {
  if (ms < HOUR) return counted(Math.max(1, Math.floor(ms / MINUTE)), 'minute');
  return ms < 2 * DAY ? counted(Math.floor(ms / HOUR), 'hour') : counted(Math.floor(ms / DAY), 'day');
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
