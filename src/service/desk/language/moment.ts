import type { Html } from '../../language/words.ts';
import type { Frame } from '../page.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago a moment was, within a day; else its date. */
export function agoText({ words, now }: Pick<Frame, 'words' | 'now'>, moment: Date): Html | string {
  const passed = now - moment.getTime();
  if (passed < MINUTE) return words.word('desk.time.justNow');
  if (passed >= DAY) return words.t('desk.time.on', { date: words.day(moment) });
  const { count, unit } = spanOf(passed);
  return words.distance(-count, unit);
}

/** When something is due: "due in 3 hours", "overdue by 2 days". */
export function dueText({ words, now }: Pick<Frame, 'words' | 'now'>, due: Date): Html {
  const left = due.getTime() - now;
  const { count, unit } = spanOf(Math.abs(left));
  if (left > 0) return words.t('desk.time.due', { when: words.distance(count, unit) });
  return words.t('desk.time.overdue', { span: words.span(count, unit) });
}

function spanOf(ms: number): { readonly count: number; readonly unit: 'minute' | 'hour' | 'day' } {
  if (ms < HOUR) return { count: Math.max(1, Math.floor(ms / MINUTE)), unit: 'minute' };
  return ms < 2 * DAY ? { count: Math.floor(ms / HOUR), unit: 'hour' } : { count: Math.floor(ms / DAY), unit: 'day' };
}
