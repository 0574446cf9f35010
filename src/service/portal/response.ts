import type { Context } from 'hono';
import type { Html } from './page/page.ts';
import { pageHeaders } from './security.ts';

export type Status = 200 | 403 | 404 | 405 | 413 | 422 | 429 | 500;

/** Answers with a page, under the headers of every portal page. */
export function sendPage(context: Context, page: Html, status: Status, avatarUrl: string | null = null) {
  for (const [name, value] of Object.entries(pageHeaders(avatarUrl))) context.header(name, value);
  return context.html(page, status);
}
