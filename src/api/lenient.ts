import * as z from 'zod/mini';

/** What a reader sees in place of an enum value that it does not know. */
export const UNKNOWN_VALUE = 'UNKNOWN_VALUE';

/** An enum in a response: known values pass, anything else becomes {@link UNKNOWN_VALUE} and never hides the rest. */
export const known = <const V extends readonly string[]>(values: V) =>
  z.catch(z.enum([...values, UNKNOWN_VALUE] as [...V, typeof UNKNOWN_VALUE]), UNKNOWN_VALUE as never);
