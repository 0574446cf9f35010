import * as z from 'zod/mini';
import { known } from '../field.ts';
import { operation } from '../operation.ts';

export const RECEIPT_KINDS = ['report', 'dispute'] as const;
/**
 * The state of a report (RECEIVED to MERGED) or dispute for the person who sent it. The service never answers MERGED,
 * which would reveal that someone else had reported the same.
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

/** 128 random bits in base64url, which give access to one report or dispute. */
export const receipt = z.lazy(() =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'Expected a receipt, which has 22 characters')),
);

/** A report or dispute by its receipt, or by its number for keys that may read it. */
const followed = z.lazy(() =>
  z.object({
    receipt: z
      .string()
      .check(
        z.regex(/^([A-Za-z0-9_-]{22}|[1-9]\d{0,14})$/, 'Expected a receipt, which has 22 characters, or a number'),
      ),
  }),
);
const byReceipt = z.lazy(() => z.object({ receipt }));

/** What a receipt gives access to: nothing about reviewers, notes or other people's reports. */
const publicState = z.lazy(() =>
  z.object({
    kind: known(RECEIPT_KINDS),
    state: known(RECEIPT_STATES),
    /** The reported contents as they were sent. */
    content: z.array(z.string()),
    createdAt: z.string(),
    updatedAt: z.string(),
    /** The reviewers' message to the sender. */
    message: z.optional(z.string()),
    /** The reviewers' open question. */
    question: z.optional(z.string()),
    /** An addition to what is blocked already; BLOCKED once a reviewer has read it. */
    isAddition: z.optional(z.boolean()),
  }),
);

export type PublicState = z.infer<typeof publicState>;

const words = z.string().check(z.minLength(1), z.maxLength(10_000));
/** `question` is the one that it answers, if given: reviewers may have asked another one meanwhile. */
const answer = z.lazy(() => z.object({ question: z.optional(words), text: words }));
const erased = z.lazy(() => z.object({ success: z.literal(true) }));

/** Following, answering and erasing one kind of item by its receipt. @param erasing summary of the last */
export const receiptOperations = <
  const K extends (typeof RECEIPT_KINDS)[number],
  const G extends string,
  const E extends string,
>(
  kind: K,
  group: G,
  erasing: E,
) => {
  const shared = { group, access: 'report', path: `/${kind}/{receipt}`, response: publicState, errors: [404] } as const;
  return {
    read: operation({
      ...shared,
      id: `${kind}Read`,
      summary: `Follow a ${kind} by its receipt`,
      method: 'GET',
      params: followed,
    }),
    answer: operation({
      ...shared,
      id: `${kind}Answer`,
      summary: `Answer what the reviewers of a ${kind} ask`,
      method: 'POST',
      path: `/${kind}/{receipt}/answer`,
      quota: `${kind}s`,
      changes: true,
      params: byReceipt,
      body: answer,
      errors: [404, 409],
    }),
    erase: operation({
      ...shared,
      id: `${kind}Erase`,
      summary: erasing,
      method: 'DELETE',
      changes: true,
      params: byReceipt,
      response: erased,
    }),
  };
};
