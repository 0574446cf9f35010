import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { ASSET_TYPES, type AssetType } from '../../asset/type.ts';
import { wordsFor } from '../portal/language/choice.ts';
import type { Html, Words } from '../portal/language/words.ts';
import { assetWord, shownContent } from '../portal/page/asset-word.ts';
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

/** When something is due: "due in 3 hours", "overdue by 2 days". */
export function dueText({ words, now }: Pick<Frame, 'words' | 'now'>, due: Date): Html {
  const left = due.getTime() - now;
  const { count, unit } = spanOf(Math.abs(left));
  if (left > 0) return words.t('desk.time.due', { when: words.distance(count, unit) });
  return words.t('desk.time.overdue', { span: words.span(count, unit) });
}

function spanOf(ms: number): { readonly count: number; readonly unit: 'minute' | 'hour' | 'day' } {
  if (ms < HOUR_MS) return { count: Math.max(1, Math.floor(ms / MINUTE_MS)), unit: 'minute' };
  return ms < 2 * DAY_MS
    ? { count: Math.floor(ms / HOUR_MS), unit: 'hour' }
    : { count: Math.floor(ms / DAY_MS), unit: 'day' };
}

const isAssetType = (value: string): value is AssetType => ASSET_TYPES.some((type) => type === value);

/** A value of the API in words, inside a sentence: `IN_PROGRESS` is "in progress". One without a translation is spaced out. */
export const word = (words: Words, value: string): string => words.find(`desk.word.${value}`) ?? spacedOut(value);

/** The same with a capital letter, where it stands alone. */
export function headWord(words: Words, value: string): string {
  const text = word(words, value);
  return text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);
}

/** The name of a value or a field as separate words. */
export const spacedOut = (value: string): string =>
  value
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

/** Who decided about an asset, inside a sentence: `operator` is "whoever runs this service". The name of a list stays as it is. */
export const sourceText = (words: Words, source: string): Html =>
  html`<bdi>${words.find(`desk.source.${source}`) ?? source}</bdi>`;

/** The name of an asset type of the API. */
export const typeWord = (words: Words, type: string): string =>
  isAssetType(type) ? assetWord(type, words) : words.word('desk.otherType');

/** The content of an asset of the API, as people read it. */
export const contentText = ({ type, content }: { readonly type: string; readonly content: string }): string =>
  isAssetType(type) ? shownContent(type, content) : content;
