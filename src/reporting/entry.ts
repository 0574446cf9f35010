import * as z from 'zod/mini';
import { UNKNOWN_VALUE } from '../api/lenient.ts';
import { DISPUTE_STATUSES } from '../api/report/dispute.ts';

const text = (most: number) => z.string().check(z.maxLength(most));

/** A report as a person wrote it. `contents` are URLs, addresses or handles in any spelling. */
export const reportDraft = z.lazy(() =>
  z.object({
    contents: z.array(z.string().check(z.minLength(1), z.maxLength(4096))).check(z.minLength(1), z.maxLength(100)),
    title: text(255),
    description: text(10_000),
    contactInfo: text(1_000),
  }),
);
export type ReportDraft = z.infer<typeof reportDraft>;

/** A dispute as a person wrote it. `email` may be empty. */
export const disputeDraft = z.lazy(() =>
  z.object({
    content: z.string().check(z.minLength(1), z.maxLength(4096)),
    email: text(320),
    description: text(10_000),
  }),
);
export type DisputeDraft = z.infer<typeof disputeDraft>;

/** What a person sends: a report of a scam, or a dispute of a false alarm. */
export const outboxItem = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('report'), draft: reportDraft }),
    z.object({ kind: z.literal('dispute'), draft: disputeDraft }),
  ]),
);
export type OutboxItem = z.infer<typeof outboxItem>;

/** What became of a dispute, as the service last told. `followedAt` is the last time it was asked, ms since epoch. */
export const disputeOutcome = z.lazy(() =>
  z.object({
    followedAt: z.number(),
    status: z.optional(z.enum([...DISPUTE_STATUSES, UNKNOWN_VALUE])),
    /** The service's reason, in its words. */
    note: z.optional(z.string()),
    /** ISO 8601 in UTC. */
    decidedAt: z.optional(z.string()),
  }),
);
export type DisputeOutcome = z.infer<typeof disputeOutcome>;

/**
 * One report or dispute on its way. Written before anything is sent and kept until the service has accepted or refused it.
 * `id` is also the idempotency key, so that it arrives once however often it is sent. Times are ms since epoch.
 */
export const outboxEntry = z.lazy(() =>
  z.object({
    id: z.uuid(),
    item: outboxItem,
    createdAt: z.number(),
    /** How often sending was tried, or put off because the service took nothing at all. */
    attempts: z.int(),
    lastAttemptAt: z.nullable(z.number()),
    nextAttemptAt: z.number(),
    state: z.discriminatedUnion('kind', [
      /** `problem` says why the last attempt failed, in words. */
      z.object({ kind: z.literal('waiting'), problem: z.optional(z.string()) }),
      /** `reference` is the service's number of the report or dispute. */
      z.object({
        kind: z.literal('sent'),
        at: z.number(),
        reference: z.int(),
        /** What the service gave to follow it by; an entry of an earlier version, or of a service without receipts, has none. */
        receipt: z.optional(z.string()),
        dispute: z.optional(disputeOutcome),
      }),
      /** The service refused it for a reason that waiting does not cure. */
      z.object({ kind: z.literal('refused'), at: z.number(), problem: z.string(), details: z.array(z.string()) }),
    ]),
  }),
);
export type OutboxEntry = z.infer<typeof outboxEntry>;
