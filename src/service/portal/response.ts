import type { Context } from 'hono';
import type { Words } from '../language/words.ts';
import type { Html } from './page/page.ts';
import { pageHeaders } from './security.ts';

export type Status = 200 | 403 | 404 | 405 | 413 | 422 | 429 | 500;

/** Answers with a page in these words, under the headers of every portal page. */
export async function sendPage(
  context: Context,
  words: Words,
  page: Html,
  status: Status,
  avatarUrl: string | null = null,
): Promise<Response> {
  for (const [name, value] of Object.entries(pageHeaders(avatarUrl))) context.header(name, value);
  context.header('Content-Language', words.language);
  context.header('Vary', 'Accept-Language', { append: true });
  return context.html(inWrittenOrder(String(await page)), status);
}

/**
 * Shows the characters that change the order in which text is read (Unicode Standard Annex 9, explicit formatting) as what they are:
 * otherwise a title or the name of a file says one thing, and is read as another by whoever decides.
 */
export const inWrittenOrder = (page: string): string =>
  page.replace(/[\u202a-\u202e\u2066-\u2069]/g, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase()}]`);
