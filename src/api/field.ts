import * as z from 'zod/mini';

export const SORT_DIRECTIONS = ['asc', 'desc'] as const;

/** Selects one of the organizations of a key. */
export const slug = z.optional(z.string().check(z.minLength(1), z.maxLength(255)));

/** At most a host of 253 characters and its port before the path: the parser takes quadratic time for a long one in another script. */
const WEB_ADDRESS = /^https?:\/\/[^/?#]{1,259}(?:[/?#]|$)/i;

/** An absolute http(s) address of at most so many characters. */
export const webAddress = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(WEB_ADDRESS, { error: 'Expected a web address', abort: true }), z.url());

/** A moment: ISO 8601 with a time zone. */
export const moment = z.iso.datetime({ offset: true });

/** A range of time, both ends included and optional. */
export const period = { startDate: z.optional(moment), endDate: z.optional(moment) };

/** An opaque cursor. */
const cursorText = z.optional(z.string().check(z.minLength(1), z.maxLength(4_096)));

/** Paging with `per_page` and `next_page`. A page of long rows has fewer of them. */
export const pageSize = (max: number, defaultValue: number) => ({
  per_page: z._default(z.int().check(z.minimum(1), z.maximum(max)), defaultValue),
  next_page: cursorText,
});

/** {@link pageSize} for a query, where every value is text. */
export const pageQuery = (max: number, defaultValue: number) => ({
  per_page: queryInteger(1, max, defaultValue),
  next_page: cursorText,
});

/** Paging of reports and detections, with `limit` and `cursor`. */
export const cursor = cursorText;

/** A query parameter that is `true` or `false`. */
export const queryFlag = z.optional(
  z.pipe(
    z.transform((value: boolean | 'true' | 'false') => (value === 'true' ? true : value === 'false' ? false : value)),
    z.boolean(),
  ),
);

/** Converts digits to a number; other text stays text and is then refused. */
const fromDigits = z.transform((value: number | string) =>
  typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value,
);
const wholeNumber = (min: number, max: number) =>
  z.pipe(fromDigits, z.int({ error: 'Expected a whole number' }).check(z.minimum(min), z.maximum(max)));

/** A part of a path that is a positive whole number. */
export const pathNumber = (max: number) => wholeNumber(1, max);

/** An optional query parameter that is a whole number. */
export const queryNumber = (min: number, max: number) => z.optional(wholeNumber(min, max));

/** A query parameter that is a whole number, with a default. */
export const queryInteger = (min: number, max: number, defaultValue: number) =>
  z._default(wholeNumber(min, max), defaultValue);

/** A query parameter that holds several of these values: repeated, separated by commas, or both. */
export const queryList = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.optional(
    z.pipe(
      z.transform((given: V[number] | readonly V[number][]): string[] => [
        ...new Set([given].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : [part]))),
      ]),
      z.array(z.enum(values)).check(z.minLength(1), z.maxLength(values.length)),
    ),
  );

/** Replaces unknown enum values in answers. */
export const UNKNOWN_VALUE = 'UNKNOWN_VALUE';

/**
 * An enum in an answer. An unknown value becomes {@link UNKNOWN_VALUE}, so that the rest of the answer stays readable.
 */
export const known = <const V extends readonly string[]>(values: V) =>
  z.catch(z.enum([...values, UNKNOWN_VALUE] as [...V, typeof UNKNOWN_VALUE]), UNKNOWN_VALUE as never);
