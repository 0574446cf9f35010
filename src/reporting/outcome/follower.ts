import { call, type Endpoint } from '../../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import { disputeAnswer, disputeRead } from '../../api/report/dispute.ts';
import type { PublicState } from '../../api/report/receipt.ts';
import { reportAnswer, reportRead } from '../../api/report/report.ts';
import { MAX_WAIT, retryDelay, waitDelay } from '../../storage/back-off.ts';
import {
  isWaiting,
  type OutboxEntry,
  type Reply,
  type Review,
  type SentState,
  type WaitCause,
  type WaitingReply,
} from '../entry.ts';
import { failureOf, isPrivate, type MaySend, SWITCHED_OFF_RECHECK_INTERVAL_MS } from '../outbox/delivery.ts';
import type { EntryTable } from '../outbox/table.ts';
import { isFinal, isNotable } from './standing.ts';

/** Delay before the first retry of an answer, in ms. */
const FIRST_RETRY_DELAY_MS = 30_000;

export type FollowerDependencies = {
  readonly table: EntryTable;
  /** Where to ask, or null while there is no key. */
  readonly endpoint: () => Promise<Endpoint | null>;
  readonly maySend: () => Promise<MaySend>;
  /** Milliseconds since epoch. */
  readonly now: () => number;
  /** 0 to 1. */
  readonly random: () => number;
};

type Sent = OutboxEntry & { readonly state: SentState };

/** Asks by receipt for the outcome of sent items, and sends the answers to the reviewers' questions. */
export class Follower {
  readonly #parts: FollowerDependencies;

  constructor(parts: FollowerDependencies) {
    this.#parts = parts;
  }

  /** Sends the answers that are due, then asks what is due. Once the service cannot be reached, the rest is put off. */
  async run(): Promise<void> {
    const due = (await this.#parts.table.all()).filter(isSent).filter((entry) => {
      const at = followAt(entry);
      const now = this.#parts.now();
      return at !== null && (at <= now || at > now + MAX_WAIT);
    });
    if (due.length === 0) return;
    const endpoint = await this.#parts.endpoint();
    const may = await this.#parts.maySend();
    let isReached = true;
    for (const entry of due) {
      // A receipt is sent only to the service that issued it.
      const isElsewhere = entry.state.service !== undefined && entry.state.service !== endpoint?.baseUrl;
      const reply = waitingReply(entry.state);
      if (reply && !may.reports) await this.#hold(entry, reply, { cause: 'switchedOff' });
      else if (endpoint && isReached && !isElsewhere) isReached = await this.#follow(entry, endpoint);
      else if (reply && endpoint && !isElsewhere) await this.#hold(entry, reply, { pause: FIRST_RETRY_DELAY_MS });
      else if (reply) await this.#hold(entry, reply);
      else await this.#putOff(entry);
    }
  }

  /** Keeps an answer that cannot be sent now; this does not count as an attempt. */
  async #hold(
    entry: Sent,
    reply: WaitingReply,
    { cause, pause = SWITCHED_OFF_RECHECK_INTERVAL_MS }: { cause?: WaitCause; pause?: number } = {},
  ): Promise<void> {
    const nextAttemptAt = this.#parts.now() + pause;
    await this.#note(entry, reply, { ...reply.state, nextAttemptAt, ...(cause && { cause }) });
  }

  /** @returns false where every other request would fail now as well */
  async #follow(entry: Sent, endpoint: Endpoint): Promise<boolean> {
    const waiting = waitingReply(entry.state);
    return waiting ? this.#reply(entry, waiting, endpoint) : this.#ask(entry, endpoint);
  }

  async #ask(entry: Sent, endpoint: Endpoint): Promise<boolean> {
    try {
      await this.#learn(entry, await asked(entry, endpoint));
      return true;
    } catch (error) {
      return this.#failed(entry, error);
    }
  }

  async #reply(entry: Sent, waiting: WaitingReply, endpoint: Endpoint): Promise<boolean> {
    const attempts = waiting.state.attempts + 1;
    const now = this.#parts.now();
    // Stored before sending: if the worker dies in between, the next attempt knows that this one may have arrived.
    const nextAttemptAt = now + retryDelay(attempts, FIRST_RETRY_DELAY_MS, this.#parts.random());
    await this.#note(entry, waiting, { kind: 'waiting', attempts, nextAttemptAt });
    try {
      const after = await answered(entry, waiting, endpoint);
      await this.#note(entry, waiting, { kind: 'sent', at: this.#parts.now() });
      await this.#learn(entry, after);
      return true;
    } catch (error) {
      if (error instanceof ServiceRefusal && error.status === 409) {
        await this.#note(entry, waiting, { kind: 'late', at: now });
        return this.#ask(entry, endpoint);
      }
      if (isUnknownReceipt(error)) {
        await this.#note(entry, waiting, { kind: 'late', at: now });
        return this.#failed(entry, error);
      }
      const failure = failureOf(error);
      if (failure.kind === 'refused') {
        await this.#note(entry, waiting, { kind: 'refused', at: now, problem: failure.problem });
        return true;
      }
      const { cause, retryAfterMs, scope } = failure;
      const later = retryAfterMs === undefined ? nextAttemptAt : now + waitDelay(retryAfterMs);
      await this.#note(entry, waiting, { kind: 'waiting', attempts, nextAttemptAt: later, cause });
      return scope === 'entry';
    }
  }

  /** Stores the state of an answer. */
  async #note({ id }: Sent, reply: Reply, state: Reply['state']): Promise<void> {
    await this.#parts.table.change([id], (entry) =>
      isSent(entry)
        ? {
            ...entry,
            state: {
              ...entry.state,
              replies: (entry.state.replies ?? []).map((one) => (one.id === reply.id ? { ...one, state } : one)),
            },
          }
        : null,
    );
  }

  /** Stores what the service said, and marks it as news where the person wants to hear of it. */
  async #learn({ id }: Sent, answer: PublicState): Promise<void> {
    const now = this.#parts.now();
    const { state, message, question, isAddition } = answer;
    await this.#parts.table.change([id], (entry) => {
      if (!isSent(entry)) return null;
      const before = entry.state.review;
      const isOther = before?.state !== state || before?.question !== question || before?.message !== message;
      const isNews = isOther && isNotable(state);
      const isChange = isNews || (before?.state !== undefined && before.state !== state);
      const changedAt = isChange ? now : before?.changedAt;
      const review: Review = {
        askedAt: now,
        nextAt: null,
        state,
        ...(changedAt === undefined ? {} : { changedAt }),
        ...(message === undefined ? {} : { message }),
        ...(question === undefined ? {} : { question }),
        ...(isAddition ? { isAddition } : {}),
      };
      const nextAt = nextQuestionAt({ ...entry.state, review }, now, this.#parts.random());
      return {
        ...entry,
        ...(isNews ? { hasNews: true } : {}),
        state: { ...entry.state, review: { ...review, nextAt } },
      };
    });
  }

  /** Stores when to ask again after a failed request; the last known state stays. */
  async #failed(entry: Sent, error: unknown): Promise<boolean> {
    if (!(error instanceof ServiceRefusal || error instanceof ServiceUnreachable)) throw error;
    if (isUnknownReceipt(error)) {
      await this.#putOff(entry, { isGone: true });
      return true;
    }
    const wait = error instanceof ServiceRefusal ? error.retryAfterMs : undefined;
    await this.#putOff(entry, wait === undefined ? {} : { nextAt: this.#parts.now() + waitDelay(wait) });
    return false;
  }

  async #putOff({ id }: Sent, over: Partial<Review> = {}): Promise<void> {
    const now = this.#parts.now();
    await this.#parts.table.change([id], (entry) => {
      if (!isSent(entry)) return null;
      const review: Review = { ...entry.state.review, askedAt: now, nextAt: null, ...over };
      const nextAt = over.nextAt ?? nextQuestionAt({ ...entry.state, review }, now, this.#parts.random());
      return { ...entry, state: { ...entry.state, review: { ...review, nextAt } } };
    });
  }
}

const isSent = (entry: OutboxEntry): entry is Sent => entry.state.kind === 'sent';

const waitingReply = ({ replies = [] }: SentState): WaitingReply | undefined => replies.find(isWaiting);

const isUnknownReceipt = (error: unknown): boolean => error instanceof ServiceRefusal && error.status === 404;

/** When a sent entry next has something to send or to ask (ms since epoch); null where it has nothing. */
export function followAt({ state }: OutboxEntry): number | null {
  if (state.kind !== 'sent') return null;
  return waitingReply(state)?.state.nextAttemptAt ?? askAt(state);
}

async function asked(entry: Sent, endpoint: Endpoint): Promise<PublicState> {
  const read = entry.item.kind === 'report' ? reportRead : disputeRead;
  const request = { params: { receipt: entry.state.receipt! } };
  return dataOf(await call(endpoint, read, request, { isPrivate: isPrivate(entry) }));
}

async function answered(entry: Sent, { question, text }: Reply, endpoint: Endpoint): Promise<PublicState> {
  const answer = entry.item.kind === 'report' ? reportAnswer : disputeAnswer;
  const request = { params: { receipt: entry.state.receipt! }, body: { question, text } };
  return dataOf(await call(endpoint, answer, request, { isPrivate: isPrivate(entry) }));
}

function dataOf(answer: { readonly status: 304 } | { readonly status: 200; readonly data: PublicState }): PublicState {
  if (answer.status === 200) return answer.data;
  throw new ServiceUnreachable('malformed', 'The service gave an empty answer');
}

/** Minimum and maximum time between two requests about the same item, in ms. */
const MIN_POLL_INTERVAL_MS = 10 * 60_000;
const MAX_POLL_INTERVAL_MS = 12 * 3_600_000;
/** An item without a change for this long, in ms (60 days), is asked about only when the person does so. */
const MAX_QUIET_MS = 60 * 24 * 3_600_000;

/**
 * When to ask next about a sent report or dispute (ms since epoch). The interval grows with the time since the last
 * change, from ten minutes to twelve hours. Null where it is decided, has no receipt, or has not changed for 60 days.
 * @param random 0 to 1; adds up to a fifth, so that browsers do not ask at the same time
 */
function nextQuestionAt(state: SentState, now: number, random: number): number | null {
  if (state.receipt === undefined || state.review?.isGone || isFinal(state.review?.state)) return null;
  const quiet = now - (state.review?.changedAt ?? state.at);
  if (quiet > MAX_QUIET_MS) return null;
  const pause = Math.min(Math.max(quiet / 2, MIN_POLL_INTERVAL_MS), MAX_POLL_INTERVAL_MS);
  return now + pause * (1 + random / 5);
}

/** The stored time of the next request (ms since epoch); null where there is none. */
function askAt(state: SentState): number | null {
  if (state.receipt === undefined) return null;
  return state.review ? state.review.nextAt : state.at + MIN_POLL_INTERVAL_MS;
}
