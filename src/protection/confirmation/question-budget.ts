import * as z from 'zod/mini';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import { leftOf, rateState } from './rate-limit.ts';

/** Questions that the pages of a site may cause at once, and milliseconds until they may cause one more: sixty an hour. */
const SITE = { capacity: 60, refillMs: 60_000 };
/** Maximum number of sites remembered; those with the most budget left are dropped first. */
const MAX_SITES = 500;

const sites = z.record(z.string(), rateState);
type Sites = z.infer<typeof sites>;

export type QuestionBudgetParts = {
  readonly session: SessionArea;
  /** The site that a tab shows; null if unknown. */
  readonly siteOf: (tabId: number) => string | null;
  readonly now: () => number;
};

/**
 * Limits the questions to the service that the pages of a site cause by frames, moves and addresses. Reloading a page gains
 * nothing, and neither does the end of the worker. Lasts as long as the browser session.
 */
export class QuestionBudget {
  readonly #parts: QuestionBudgetParts;
  readonly #stored: StoredState<Sites>;

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
    const left = leftOf(this.#stored.value[site], SITE, at);
    if (left < 1) return false;
    void this.#stored.change((all) => withoutFullest({ ...all, [site]: { left: left - 1, at } }, at));
    return true;
  }
}

function withoutFullest(all: Sites, at: number): Sites {
  const entries = Object.entries(all);
  if (entries.length <= MAX_SITES) return all;
  const [fullest] = entries.sort(([, a], [, b]) => leftOf(b, SITE, at) - leftOf(a, SITE, at));
  const { [fullest?.[0] ?? '']: _, ...others } = all;
  return others;
}
