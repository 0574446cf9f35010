import * as z from 'zod/mini';

export const SORT_DIRECTIONS = ['asc', 'desc'] as const;

/** Selects the organization where a key reaches several. */
export const slug = z.optional(z.string().check(z.minLength(1), z.maxLength(255)));

/** A moment: ISO 8601 with a time zone. */
export const moment = z.iso.datetime({ offset: true });

/** A range of time, both ends included; an end that is left out is open. */
export const period = { startDate: z.optional(moment), endDate: z.optional(moment) };

/** A sealed cursor, at most 4,096 characters; whoever holds one must not read or change it. */
const cursorText = z.optional(z.string().check(z.minLength(1), z.maxLength(4_096)));

/** The paging style of the lists of things: `per_page` and `next_page`. */
export const pageSize = (most: number, otherwise: number) => ({
  per_page: z._default(z.int().check(z.minimum(1), z.maximum(most)), otherwise),
  next_page: cursorText,
});

/** The same in the query of an address, where everything is text. */
export const pageQuery = (most: number, otherwise: number) => ({
  per_page: queryInteger(1, most, otherwise),
  next_page: cursorText,
});

/** The paging style of reports and detections: `limit` and `cursor`. */
export const cursor = cursorText;

/** A query parameter that is `true` or `false`. */
export const queryFlag = z.optional(
  z.pipe(
    z.transform((value: boolean | 'true' | 'false') => (value === 'true' ? true : value === 'false' ? false : value)),
    z.boolean(),
  ),
);

/** Digits stand for a number; every other text stays what it is, and is refused for that. */
const fromDigits = z.transform((value: number | string) =>
  typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value,
);
const wholeNumber = (least: number, most: number) =>
  z.pipe(fromDigits, z.int({ error: 'Expected a whole number' }).check(z.minimum(least), z.maximum(most)));

/** A part of a path that is a positive whole number. */
export const pathNumber = (most: number) => wholeNumber(1, most);

/** A query parameter that may be left out, and is a whole number from `least` to `most`. */
export const queryNumber = (least: number, most: number) => z.optional(wholeNumber(least, most));

/** A query parameter that is a whole number from `least` to `most`. */
export const queryInteger = (least: number, most: number, otherwise: number) =>
  z._default(wholeNumber(least, most), otherwise);

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

/** What a reader sees in place of an enum value that it does not know. */
export const UNKNOWN_VALUE = 'UNKNOWN_VALUE';

/** An enum in a response: known values pass, anything else becomes {@link UNKNOWN_VALUE} and never hides the rest. */
export const known = <const V extends readonly string[]>(values: V) =>
  z.catch(z.enum([...values, UNKNOWN_VALUE] as [...V, typeof UNKNOWN_VALUE]), UNKNOWN_VALUE as never);
