import * as z from 'zod/mini';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import { leftOf, type RateState, rateState } from './rate-limit.ts';

/** Questions that the pages of a site may cause at once, and milliseconds until they may cause one more: sixty an hour. */
const SITE = { capacity: 60, refillMs: 60_000 };
/** Maximum number of sites remembered; those that asked last stay. */
const MAX_SITES = 500;

const sites = z.record(z.string(), rateState);
type Sites = z.infer<typeof sites>;

export type QuestionBudgetParts = {
  readonly session: SessionArea;
  /** The site that a tab shows; null if unknown. */
  readonly siteOf: (tabId: number) => string | null;
  /** Whether a tab is in a private window, whose sites are in the worker's own memory alone. */
  readonly isPrivate: (tabId: number) => Promise<boolean>;
  readonly now: () => number;
};

/**
 * Limits the questions to the service that the pages of a site cause by frames, moves and addresses. Reloading a page gains
 * nothing, and neither does the end of the worker. Lasts as long as the browser session.
 */
export class QuestionBudget {
  readonly #parts: QuestionBudgetParts;
  readonly #stored: StoredState<Sites>;
  /** The sites of which this worker took a question; newer than what is stored. */
  readonly #taken = new Map<string, RateState>();

  constructor(parts: QuestionBudgetParts) {
    this.#parts = parts;
    this.#stored = new StoredState({ place: inSession(parts.session, 'question-budget'), schema: sites, initial: {} });
  }

  load(): Promise<void> {
    return this.#stored.load();
  }

  /** Takes one question from the budget of the site in a tab, once loaded. @returns false if none is left */
  take(tabId: number): boolean {
    const at = this.#parts.now();
    const site = this.#parts.siteOf(tabId) ?? '';
    const left = leftOf(this.#taken.get(site) ?? this.#stored.value[site], SITE, at);
    if (left < 1) return false;
    const taken = { left: left - 1, at };
    this.#taken.set(site, taken);
    void this.#store(tabId, site, taken);
    return true;
  }

  async #store(tabId: number, site: string, taken: RateState): Promise<void> {
    if (await this.#parts.isPrivate(tabId)) return;
    await this.#stored.change(({ [site]: _, ...others }) =>
      Object.fromEntries([...Object.entries(others).slice(1 - MAX_SITES), [site, taken]]),
    );
    // What is stored last is read from there.
    if (this.#taken.get(site) === taken) this.#taken.delete(site);
  }
}
