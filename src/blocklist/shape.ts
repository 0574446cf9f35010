import * as z from 'zod/mini';

/** The fields that a value may have, of which nothing is known yet. */
export type Fields<T> = { readonly [Name in keyof T]?: unknown };

/**
 * A schema of one node with its check written out, for what is read before the first verdict of a cold worker: building and
 * running a tree of nodes there takes longer than reading the list.
 */
export const shaped = <T>(holds: (value: Fields<T>) => boolean) =>
  z.lazy(() => z.custom<T>((value) => isRecord(value) && holds(value as Fields<T>)));

export const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;
export const isText = (value: unknown): value is string => typeof value === 'string';
export const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isNumberOrNull = (value: unknown): boolean => value === null || isNumber(value);
/** Whether it is an integer from `least` to `most`. */
export const isCount = (value: unknown, least = 0, most = Number.MAX_SAFE_INTEGER): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
