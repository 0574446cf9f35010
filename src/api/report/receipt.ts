import * as z from 'zod/mini';
import { known } from '../field.ts';

export const RECEIPT_KINDS = ['report', 'dispute'] as const;
/**
 * Where a report (from RECEIVED to MERGED) or a dispute stands, as whoever sent it is told. Our service never says MERGED, which would tell
 * that somebody else reported the same.
 */
export const RECEIPT_STATES = [
  'RECEIVED',
  'IN_REVIEW',
  'INFORMATION_ASKED',
  'BLOCKED',
  'NOT_BLOCKED',
  'MERGED',
  'ACCEPTED',
  'REJECTED',
] as const;

/** A receipt: 128 random bits in base64url. Whoever has it may follow what it is for, and nobody else. */
export const receipt = z.lazy(() =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'Expected a receipt, which has 22 characters')),
);

/** Names a report or dispute: by its receipt, or by its number, which opens nothing without a key that may read it. */
export const followed = z.lazy(() =>
  z.object({
    receipt: z
      .string()
      .check(
        z.regex(/^([A-Za-z0-9_-]{22}|[1-9]\d{0,14})$/, 'Expected a receipt, which has 22 characters, or a number'),
      ),
  }),
);
export const byReceipt = z.lazy(() => z.object({ receipt }));

/** What a receipt tells: nothing of who reviews, of notes, or of what others sent about the same. */
export const publicState = z.lazy(() =>
  z.object({
    kind: known(RECEIPT_KINDS),
    state: known(RECEIPT_STATES),
    /** What was sent, as it was written. */
    content: z.array(z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
    /** What the reviewers wrote for whoever sent it; absent where they wrote nothing. */
    message: z.optional(z.string()),
    /** What the reviewers ask, while it waits for an answer. */
    question: z.optional(z.string()),
  }),
);

export type PublicState = z.infer<typeof publicState>;

export const answer = z.lazy(() => z.object({ text: z.string().check(z.minLength(1), z.maxLength(10_000)) }));
export const erased = z.lazy(() => z.object({ success: z.literal(true) }));
