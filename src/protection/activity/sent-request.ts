import * as z from 'zod/mini';

/** A request that left this device, as stored. Times are ms since epoch. */
export const sentRequest = z.object({
  /** When it was sent; identical polls of one hour are one record, newest first. */
  times: z.array(z.number()).check(z.minLength(1)),
  /** The operation's id, or the purpose of a request that is not an operation. */
  what: z.string(),
  method: z.string(),
  url: z.string(),
  /** Our own headers by name, without the key. */
  headers: z.record(z.string(), z.string()),
  /** The body as text; for files their names and sizes; null for no body. Long bodies are cut. */
  body: z.nullable(z.string()),
  bytes: z.int(),
  /** The status of the answer; null if there is none yet, or none came. */
  status: z.nullable(z.int()),
  /** What caused a question about a match. */
  cause: z.optional(z.string()),
  /** What looked listed, for a question about a match. It never left the device. */
  about: z.array(z.string()),
});
export type SentRequest = Readonly<z.infer<typeof sentRequest>>;
