import * as z from 'zod/mini';

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
