import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { ROOT } from '../page.ts';
import { MAX_DELAY_MS } from './session.ts';

const NAME = 'desk';

/** What the cookie of a session holds; null without one. */
export const sessionToken = (context: Context): string | null => getCookie(context, NAME) ?? null;

/** @param isSecure whether the desk is reached over HTTPS */
export function keepSession(context: Context, token: string, isSecure: boolean): void {
  setCookie(context, NAME, token, { ...attributes(isSecure), maxAge: MAX_DELAY_MS / 1_000 });
}

export function forgetSession(context: Context, isSecure: boolean): void {
  deleteCookie(context, NAME, attributes(isSecure));
}

const attributes = (secure: boolean) => ({ path: ROOT, httpOnly: true, sameSite: 'Strict', secure }) as const;
