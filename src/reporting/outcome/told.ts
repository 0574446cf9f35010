import * as z from 'zod/mini';
import { UNKNOWN_VALUE } from '../../api/field.ts';
import { RECEIPT_STATES } from '../../api/report/receipt.ts';

/** What became of a sent report or dispute, as the service last told. Times are ms since epoch. */
export const told = z.lazy(() =>
  z.object({
    /** When it was last asked. */
    askedAt: z.number(),
    /** When it is asked next; null where there is nothing left to ask. */
    nextAt: z.nullable(z.number()),
    state: z.optional(z.enum([...RECEIPT_STATES, UNKNOWN_VALUE])),
    /** When this browser heard of that state; absent while nothing has happened since it was sent. */
    changedAt: z.optional(z.number()),
    /** What the reviewers wrote for whoever sent it. */
    message: z.optional(z.string()),
    /** What the reviewers ask, while they wait for an answer. */
    question: z.optional(z.string()),
    /** The service does not know the receipt any more. */
    isGone: z.optional(z.boolean()),
  }),
);
export type Told = z.infer<typeof told>;

/** Most characters of an answer, as the service takes. */
export const MAX_ANSWER_LENGTH = 10_000;

/** A question of the reviewers and what the person answered: written down before it is sent. Times are ms since epoch. */
export const reply = z.lazy(() =>
  z.object({
    question: z.string(),
    text: z.string().check(z.minLength(1), z.maxLength(MAX_ANSWER_LENGTH)),
    writtenAt: z.number(),
    state: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('waiting'),
        attempts: z.int(),
        nextAttemptAt: z.number(),
        problem: z.optional(z.string()),
      }),
      z.object({ kind: z.literal('sent'), at: z.number() }),
      /** The question was answered, replaced or decided before the service said that it has this answer. */
      z.object({ kind: z.literal('late'), at: z.number() }),
      z.object({ kind: z.literal('refused'), at: z.number(), problem: z.string() }),
    ]),
  }),
);
export type Reply = z.infer<typeof reply>;
