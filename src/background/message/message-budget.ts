import type { MessageName } from '../../messaging/catalogue.ts';
import type { MessageSource } from '../../messaging/router.ts';
import { leftOf, type RateLimit, type RateState } from '../../protection/confirmation/rate-limit.ts';

/** Messages of one kind that a document may send at once, and one more a quarter of a second later. */
const DOCUMENT: RateLimit = { capacity: 20, refillMs: 250 };
/** The same for all documents of a tab. */
const TAB: RateLimit = { capacity: 200, refillMs: 50 };
/** States that are remembered; those that are full again are dropped. */
const MAX_STATES = 2_000;

/** What a page waits for behind its curtain is always answered. */
const UNLIMITED: ReadonlySet<MessageName> = new Set(['guardCheck', 'guardSettle']);

/** How many messages the content scripts of a page may send: what is beyond is turned away before it costs anything. */
export class MessageBudget {
  readonly #now: () => number;
  readonly #states = new Map<string, RateState>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns false for a message that is one too many of its kind, for its document or its tab */
  takes(name: MessageName, { documentId, frameId, tab }: MessageSource): boolean {
    if (UNLIMITED.has(name) || tab?.id === undefined) return true;
    const now = this.#now();
    const ofTab = `${name} ${tab.id}`;
    const ofDocument = `${ofTab} ${documentId ?? frameId}`;
    const left = [
      leftOf(this.#states.get(ofTab), TAB, now),
      leftOf(this.#states.get(ofDocument), DOCUMENT, now),
    ] as const;
    if (Math.min(...left) < 1) return false;
    if (this.#states.size >= MAX_STATES) this.#dropFull(now);
    this.#states.set(ofTab, { left: left[0] - 1, at: now });
    this.#states.set(ofDocument, { left: left[1] - 1, at: now });
    return true;
  }

  /** Both kinds are full again after ten seconds. */
  #dropFull(now: number): void {
    for (const [key, { at }] of this.#states) if (now - at >= TAB.capacity * TAB.refillMs) this.#states.delete(key);
  }
}
