import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { wordsFor } from '../../language/choice.ts';
import type { Words } from '../../language/words.ts';

const NAME = 'desk-language';
const YEAR = 31_536_000;

/** The words for whoever asks: in the language of the address (`?language=de`), else the one chosen before, else as the portal does. */
export const deskWords = (context: Context): Words => wordsFor(context, getCookie(context, NAME));

/** Keeps the language that an address chooses for all that follows, since the addresses of the desk do not carry it on. */
export function keepLanguage(context: Context, isSecure: boolean): void {
  const words = deskWords(context);
  if (context.req.query('language')?.toLowerCase() !== words.language.toLowerCase()) return;
  const attributes = { path: '/desk', httpOnly: true, sameSite: 'Strict', secure: isSecure } as const;
  setCookie(context, NAME, words.language, { ...attributes, maxAge: YEAR });
}
