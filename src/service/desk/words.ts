import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { dueAt, REVIEW_HOURS } from '../feature/review/sla.ts';
import { wordsFor } from '../page/language.ts';
import type { Badges } from '../page/list.ts';
import type { Html, Words } from '../page/words.ts';
import type { Frame } from './page.ts';

const LANGUAGE_COOKIE = 'desk-language';
const YEAR_SECONDS = 31_536_000;

/** The texts for a request: in the language of the address (`?language=de`), else the one chosen before, else the browser's. */
export const deskWords = (context: Context): Words => wordsFor(context, getCookie(context, LANGUAGE_COOKIE));

/** Stores the language that an address chooses in a cookie, because the links of the desk do not carry it. */
export function keepLanguage(context: Context, isSecure: boolean): void {
  const words = deskWords(context);
  if (context.req.query('language')?.toLowerCase() !== words.language.toLowerCase()) return;
  const attributes = { path: '/desk', httpOnly: true, sameSite: 'Strict', secure: isSecure } as const;
  setCookie(context, LANGUAGE_COOKIE, words.language, { ...attributes, maxAge: YEAR_SECONDS });
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago a moment was, within a day; else its date. */
export function agoText({ words, now }: Pick<Frame, 'words' | 'now'>, moment: Date): Html | string {
  const passed = now - moment.getTime();
  if (passed < MINUTE_MS) return words.word('desk.time.justNow');
  if (passed >= DAY_MS) return words.t('desk.time.on', { date: words.day(moment) });
  const { count, unit } = spanOf(passed);
  return words.distance(-count, unit);
}

/** How long ago a moment was, as short as a list has room for. */
export function ageText({ words, now }: Pick<Frame, 'words' | 'now'>, moment: Date): string {
  const { count, unit } = spanOf(now - moment.getTime());
  return words.distance(-count, unit, 'narrow');
}

/** How far ahead a moment is, at least a minute. */
export function aheadText({ words, now }: Pick<Frame, 'words' | 'now'>, moment: Date): string {
  const { count, unit } = spanOf(moment.getTime() - now);
  return words.distance(count, unit);
}

const DUE_SOON_MS = 4 * HOUR_MS;

/** When the review of what was sent at a moment is due, once that matters: "due in 3 hours", "overdue by 2 days". */
export function dueBadge({ words, now }: Pick<Frame, 'words' | 'now'>, sentAt: Date): Badges[number] {
  const left = dueAt(sentAt, REVIEW_HOURS).getTime() - now;
  if (left >= DUE_SOON_MS) return false;
  const { count, unit } = spanOf(Math.abs(left));
  return left > 0
    ? { text: words.t('desk.time.due', { when: words.distance(count, unit) }) }
    : { text: words.t('desk.time.overdue', { span: words.span(count, unit) }), tone: 'danger' };
}

function spanOf(ms: number): { readonly count: number; readonly unit: 'minute' | 'hour' | 'day' } {
  if (ms < HOUR_MS) return { count: Math.max(1, Math.floor(ms / MINUTE_MS)), unit: 'minute' };
  return ms < 2 * DAY_MS
    ? { count: Math.floor(ms / HOUR_MS), unit: 'hour' }
    : { count: Math.floor(ms / DAY_MS), unit: 'day' };
}
