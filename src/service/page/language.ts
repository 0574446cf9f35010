import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import type { Language } from '../../language/catalogue.ts';
import { readServiceLanguages } from '../languages.ts';
import { Words } from './words.ts';

export const LANGUAGES = readServiceLanguages();
const LONGEST_FIRST = LANGUAGES.toSorted((a, b) => b.name.length - a.name.length);
const ENGLISH_LANGUAGE = LANGUAGES[0]!;

export const ENGLISH = new Words(ENGLISH_LANGUAGE, localeOf(ENGLISH_LANGUAGE), false);

/** Captures the region of a language tag, which affects numbers and dates. */
const REGION = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2}|\d{3})(?:-|$)/i;

/**
 * The words for a visitor: in the address' language, else one chosen before, else of `Accept-Language`, else English.
 */
export function wordsFor({ req }: Context, kept?: string): Words {
  const wanted = parseAccept(req.header('accept-language') ?? '')
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .flatMap(({ type }) => {
      const language = nearest(type);
      return language === null ? [] : [{ language, locale: localeOf(language, REGION.exec(type)?.[1]) }];
    });
  const addressed = named(req.query('language'));
  const chosen = addressed ?? named(kept);
  const first = chosen === null ? wanted[0] : wanted.find(({ language }) => language === chosen);
  const language = chosen ?? first?.language ?? ENGLISH_LANGUAGE;
  return new Words(language, first?.locale ?? localeOf(language), addressed !== null);
}

/** By its name or the longest available prefix (RFC 4647, section 3.4, "lookup"). */
const nearest = (range: string): Language | null =>
  LONGEST_FIRST.find(({ name }) => `${range}-`.toLowerCase().startsWith(`${name}-`.toLowerCase())) ?? null;

const named = (name: string | null | undefined): Language | null =>
  LANGUAGES.find((language) => language.name.toLowerCase() === name?.toLowerCase()) ?? null;

/** English without a region is formatted as in Britain, like most of the world. */
function localeOf({ name }: Language, region = name === 'en' ? 'GB' : undefined): string {
  return region === undefined ? name : `${name}-${region}`;
}
