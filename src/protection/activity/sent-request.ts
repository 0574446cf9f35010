import * as z from 'zod/mini';

/** A request that left this device, as it is kept. Times are ms since epoch. */
export const sentRequest = z.object({
  at: z.number(),
  /** The id of its operation, or what it was for where it is none. */
  what: z.string(),
  method: z.string(),
  url: z.string(),
  /** Those of our own, by name; the key is left out. */
  headers: z.record(z.string(), z.string()),
  /** What was sent, as text; of files their names and sizes; null for nothing. Cut where it is long. */
  body: z.nullable(z.string()),
  /** Size of the whole body. */
  bytes: z.int(),
  /** The status of the answer; null where there was none, or not yet. */
  status: z.nullable(z.int()),
});
export type SentRequest = Readonly<z.infer<typeof sentRequest>>;

/** Identical requests of one hour, as one. */
export const sentRequests = z.extend(sentRequest, {
  /** When each was sent, the newest first. */
  times: z.array(z.number()),
  /** What looked listed, for a question about that. It never left the device. */
  about: z.array(z.string()),
});
export type SentRequests = Readonly<z.infer<typeof sentRequests>>;
