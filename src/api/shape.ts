/** The fields that a value may have, of which nothing is known yet. */
export type Fields<T> = { readonly [Name in keyof T]?: unknown };

/** Reads a value of unknown origin: itself where it has the shape, else null. */
export type Shape<T> = (value: unknown) => T | null;

/**
 * A shape with its check written out, for what is read before the first verdict of a cold worker: the library that checks
 * everything else is not there yet.
 */
export const shaped =
  <T>(holds: (value: Fields<T>) => boolean): Shape<T> =>
  (value) =>
    isRecord(value) && holds(value as Fields<T>) ? (value as T) : null;

/** A shape of a part of something else. */
export const has =
  <T>(shape: Shape<T>) =>
  (value: unknown): boolean =>
    shape(value) !== null;

export const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isNumberOrNull = (value: unknown): boolean => value === null || isNumber(value);
/** Whether it is an integer from `least` to `most`. */
export const isCount = (value: unknown, least = 0, most = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
export const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);
export const isOneOf =
  <T>(values: readonly T[]) =>
  (value: unknown): value is T =>
    (values as readonly unknown[]).includes(value);
/** Whether it is absent, or what `is` says. */
export const isOptional = (value: unknown, is: (value: unknown) => boolean): boolean =>
  value === undefined || is(value);
export const isListOf = (value: unknown, is: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is);
/** Whether it is an object, all values of which are what `is` says. */
export const isTableOf = (value: unknown, is: (each: unknown) => boolean): boolean =>
  isRecord(value) && !Array.isArray(value) && Object.values(value).every(is);
