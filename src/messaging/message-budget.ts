import { leftOf, type RateLimit, type RateState } from '../protection/confirmation/rate-limit.ts';
import type { MessageName } from './catalogue.ts';
import type { MessageSource } from './router.ts';

/** Messages of one kind that a document may send at once; one more is allowed every quarter of a second. */
const DOCUMENT: RateLimit = { capacity: 20, refillMs: 250 };
/** The same for all documents of a tab. */
const TAB: RateLimit = { capacity: 200, refillMs: 50 };
/** Maximum number of states kept; full ones are dropped. */
const MAX_STATES = 2_000;

/** A page waits behind its curtain for these, so they are always answered. */
const UNLIMITED: ReadonlySet<MessageName> = new Set(['guardCheck', 'guardSettle']);

/** Limits the messages from a page's content scripts: excess messages are refused before they cost anything. */
export class MessageBudget {
  readonly #now: () => number;
  readonly #states = new Map<string, RateState>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns false for a message that exceeds the limit of its kind, for its document or its tab */
  takes(name: MessageName, { documentId, frameId, tab }: MessageSource): boolean {
    if (UNLIMITED.has(name) || tab?.id === undefined) return true;
    const now = this.#now();
    const ofTab = `${name} ${tab.id}`;
    const ofDocument = `${ofTab} ${documentId ?? frameId}`;
    const leftOfTab = leftOf(this.#states.get(ofTab), TAB, now);
    const leftOfDocument = leftOf(this.#states.get(ofDocument), DOCUMENT, now);
    if (leftOfTab < 1 || leftOfDocument < 1) return false;
    if (this.#states.size >= MAX_STATES) this.#dropFull(now);
    this.#states.set(ofTab, { left: leftOfTab - 1, at: now });
    this.#states.set(ofDocument, { left: leftOfDocument - 1, at: now });
    return true;
  }

  /** Buckets of both kinds are full again after ten seconds. */
  #dropFull(now: number): void {
    for (const [key, { at }] of this.#states) if (now - at >= TAB.capacity * TAB.refillMs) this.#states.delete(key);
  }
}
