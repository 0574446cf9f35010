import * as z from 'zod/mini';
import { UNKNOWN_VALUE } from '../api/field.ts';
import { MAX_ATTACHMENTS } from '../api/report/attachment.ts';
import { RECEIPT_STATES } from '../api/report/receipt.ts';
import { SCAM_KINDS } from '../api/report/scam-kind.ts';

/** What the service last answered about a sent report or dispute. Times are ms since epoch. */
export const review = z.lazy(() =>
  z.object({
    /** When the service was last asked. */
    askedAt: z.number(),
    /** When to ask again; null where there is nothing left to ask. */
    nextAt: z.nullable(z.number()),
    state: z.optional(z.enum([...RECEIPT_STATES, UNKNOWN_VALUE])),
    /** When this browser learned of that state; absent while nothing has happened since it was sent. */
    changedAt: z.optional(z.number()),
    /** The reviewers' message to the sender. */
    message: z.optional(z.string()),
    /** The reviewers' open question. */
    question: z.optional(z.string()),
    /** It adds to what was blocked already. */
    isAddition: z.optional(z.boolean()),
    /** The service no longer knows the receipt. */
    isGone: z.optional(z.boolean()),
  }),
);
export type Review = z.infer<typeof review>;

/** Maximum length of an answer that the service accepts, in characters. */
export const MAX_ANSWER_LENGTH = 10_000;

/** Reasons why something is not sent yet that a person can act on or wants to know. */
export const WAIT_CAUSES = [
  'offline',
  'late',
  'noKey',
  'keyRefused',
  'busy',
  'closed',
  'trouble',
  'unreadable',
  'stranger',
  'filesGone',
  'switchedOff',
] as const;
export type WaitCause = (typeof WAIT_CAUSES)[number];

/** A question of the reviewers and the person's answer, stored before it is sent. Times are ms since epoch. */
export const reply = z.lazy(() =>
  z.object({
    id: z.uuid(),
    question: z.string(),
    text: z.string().check(z.minLength(1), z.maxLength(MAX_ANSWER_LENGTH)),
    writtenAt: z.number(),
    state: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('waiting'),
        attempts: z.int(),
        nextAttemptAt: z.number(),
        cause: z.optional(z.enum(WAIT_CAUSES)),
      }),
      z.object({ kind: z.literal('sent'), at: z.number() }),
      /** The question was answered, replaced or decided before the service confirmed this answer. */
      z.object({ kind: z.literal('late'), at: z.number() }),
      /** `problem` is what the service says. */
      z.object({ kind: z.literal('refused'), at: z.number(), problem: z.string() }),
    ]),
  }),
);
export type Reply = z.infer<typeof reply>;
export type WaitingReply = Reply & { readonly state: { readonly kind: 'waiting' } };
/** Whether an answer is written and not sent yet. */
export const isWaiting = (reply: Reply): reply is WaitingReply => reply.state.kind === 'waiting';

const text = (max: number) => z.string().check(z.maxLength(max));

/** Maximum number of contents in one report, and of texts beside them (`POST /report/create`). */
export const MAX_CONTENTS = 100;
/** Maximum length of what the person writes about it, in characters. */
const MAX_DESCRIPTION = 10_000;

/** An attached file: its bytes are in the database under `id`. `size` is in bytes. */
export const attachedFile = z.lazy(() => z.object({ id: z.uuid(), name: text(255), type: text(127), size: z.int() }));
export type AttachedFile = z.infer<typeof attachedFile>;

/** The kind of scam; empty where none was chosen. */
export const reportKind = z.lazy(() => z._default(z.enum(['', ...SCAM_KINDS]), ''));

/** A report as a person wrote it. `contents` are URLs, addresses or handles in any spelling. */
export const reportDraft = z.lazy(() =>
  z.object({
    contents: z
      .array(z.string().check(z.minLength(1), z.maxLength(4096)))
      .check(z.minLength(1), z.maxLength(MAX_CONTENTS)),
    /** Only entries of an earlier version have one. */
    title: z._default(text(255), ''),
    description: text(MAX_DESCRIPTION),
    contactInfo: text(1_000),
    scamKind: reportKind,
    /** What the person named and the parser did not recognise: it is sent as text. */
    mentions: z._default(z.array(text(4096)).check(z.maxLength(MAX_CONTENTS)), []),
    files: z._default(z.array(attachedFile).check(z.maxLength(MAX_ATTACHMENTS)), []),
  }),
);
export type ReportDraft = z.infer<typeof reportDraft>;

/** A dispute as a person wrote it. `email` may be empty. */
export const disputeDraft = z.lazy(() =>
  z.object({
    content: z.string().check(z.minLength(1), z.maxLength(4096)),
    email: text(320),
    description: text(MAX_DESCRIPTION),
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

/** An item that the service accepted. Times are ms since epoch. */
const sentState = z.lazy(() =>
  z.object({
    kind: z.literal('sent'),
    at: z.number(),
    /** The service's number of the report or dispute. */
    reference: z.int(),
    /** The token to follow it by; entries of an earlier version, or of a service without receipts, have none. */
    receipt: z.optional(z.string()),
    /** Base address of the service that accepted it: the receipt is sent to no other. */
    service: z.optional(z.string()),
    /** Everything in it was blocked already when it was sent: it is an addition to the listing. */
    isAddition: z.optional(z.boolean()),
    /** How many of its contents were on this device's list when that was last compared. */
    listedCount: z.optional(z.int()),
    review: z.optional(review),
    /** The answers to the reviewers' questions, oldest first. */
    replies: z.optional(z.array(reply)),
  }),
);
export type SentState = z.infer<typeof sentState>;

/**
 * One report or dispute on its way, stored before anything is sent and kept until the service has accepted or refused
 * it. `id` is also the idempotency key, so that retries arrive once. Times are ms since epoch.
 */
export const outboxEntry = z.lazy(() =>
  z.object({
    id: z.uuid(),
    item: outboxItem,
    createdAt: z.number(),
    /** How often sending was tried, or put off because the service accepted nothing at all. */
    attempts: z.int(),
    lastAttemptAt: z.nullable(z.number()),
    nextAttemptAt: z.number(),
    /** It comes from a private window: only while it waits is it on the disk. */
    isPrivate: z.optional(z.literal(true)),
    /** The person gave contact details, and they were removed because the organization does not allow sending them. */
    contactLeftOut: z.optional(z.literal(true)),
    /** The addresses of the files already uploaded to the service. */
    uploads: z.optional(z.array(z.object({ id: z.uuid(), url: z.string() }))),
    /** The person has not seen the latest change yet. */
    hasNews: z.optional(z.boolean()),
    state: z.discriminatedUnion('kind', [
      /** `cause` says why the last attempt failed. */
      z.object({ kind: z.literal('waiting'), cause: z.optional(z.enum(WAIT_CAUSES)) }),
      sentState,
      /** The service refused it for a reason that a retry does not fix. */
      z.object({
        kind: z.literal('refused'),
        at: z.number(),
        problem: z.string(),
        details: z.array(z.string()),
        /** The id of the attached file because of which it was not sent. `problem` is empty where that is no longer on the device. */
        failedFile: z.optional(z.uuid()),
        /** The assets that were refused, each with the service's error type. */
        assetErrors: z.optional(z.array(z.object({ asset: z.string(), errorType: z.string() }))),
        /** All of it is blocked or reported already; the person made no mistake. */
        isKnown: z.optional(z.literal(true)),
      }),
    ]),
  }),
);
export type OutboxEntry = z.infer<typeof outboxEntry>;

/**
 * How many entries there are of each kind. `sent` includes what others had already reported, `damaged` are rows that were
 * set aside as unreadable, and `news` entries with a change that the person has not seen: decided, asked about, or
 * refused after the person has left.
 */
export const outboxCounts = z.lazy(() =>
  z.object({ sent: z.int(), waiting: z.int(), refused: z.int(), damaged: z.int(), news: z.int() }),
);
export type OutboxCounts = z.infer<typeof outboxCounts>;

/** An entry that waits for its first attempt, which is due now. */
export const newEntry = (id: string, item: OutboxItem, createdAt: number, now: number): OutboxEntry => ({
  ...{ id, item, createdAt, attempts: 0, lastAttemptAt: null, nextAttemptAt: now },
  state: { kind: 'waiting' },
});
