import type { MessageName } from '../messaging/catalogue.ts';
import type { MessageSource } from '../messaging/sender.ts';
import { type Allotment, leftOf, type Purse } from '../protection/question/purse.ts';

/** Messages of one kind that a document may send at once, and one more a quarter of a second later. */
const DOCUMENT: Allotment = { most: 20, every: 250 };
/** The same for all documents of a tab. */
const TAB: Allotment = { most: 200, every: 50 };
/** Purses that are remembered; those that are full again are dropped. */
const MAX_PURSES = 2_000;

/** What a page waits for behind its curtain is always answered. */
const UNLIMITED: ReadonlySet<MessageName> = new Set(['guardCheck', 'guardSettle']);

/** How many messages the content scripts of a page may send: what is beyond is turned away before it costs anything. */
export class MessageBudget {
  readonly #now: () => number;
  readonly #purses = new Map<string, Purse>();

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
      leftOf(this.#purses.get(ofTab), TAB, now),
      leftOf(this.#purses.get(ofDocument), DOCUMENT, now),
    ] as const;
    if (Math.min(...left) < 1) return false;
    if (this.#purses.size >= MAX_PURSES) this.#dropFull(now);
    this.#purses.set(ofTab, { left: left[0] - 1, at: now });
    this.#purses.set(ofDocument, { left: left[1] - 1, at: now });
    return true;
  }

  /** Both kinds are full again after ten seconds. */
  #dropFull(now: number): void {
    for (const [key, { at }] of this.#purses) if (now - at >= TAB.most * TAB.every) this.#purses.delete(key);
  }
}
