import * as z from 'zod/mini';
import type { SessionArea } from '../../storage/session.ts';
import { inSession, StoredState } from '../../storage/stored-state.ts';
import { leftOf, rateState } from './rate-limit.ts';

/** Questions that a page may cause at once, and milliseconds until it may cause one more. */
const PAGE = { capacity: 16, refillMs: 15_000 };
/** The same for all pages of a site together: sixty an hour. */
const SITE = { capacity: 60, refillMs: 60_000 };
/** Maximum number of sites remembered; those with the most budget left are dropped first. */
const MAX_SITES = 500;

const budgets = z.object({
  pages: z.record(z.string(), z.extend(rateState, { shown: z.array(z.string()) })),
  sites: z.record(z.string(), rateState),
});
type Budgets = z.infer<typeof budgets>;
type Page = Budgets['pages'][string];

export type QuestionBudgetParts = {
  readonly session: SessionArea;
  /** The site that a tab shows; null if unknown. */
  readonly siteOf: (tabId: number) => string | null;
  readonly now: () => number;
};

/**
 * Limits the questions to the service that a page causes by frames and addresses: some at once, then one at intervals.
 * All pages of a site share an hourly limit, so that reloading gains nothing. Lasts as long as the browser session.
 */
export class QuestionBudget {
  readonly #parts: QuestionBudgetParts;
  readonly #stored: StoredState<Budgets>;

  constructor(parts: QuestionBudgetParts) {
    this.#parts = parts;
    const place = inSession(parts.session, 'question-budget');
    this.#stored = new StoredState({ place, schema: budgets, initial: { pages: {}, sites: {} } });
  }

  load(): Promise<void> {
    return this.#stored.load();
  }

  /** Takes one question from the budget of the page in a tab, once loaded. @returns false if none is left */
  take(tabId: number): boolean {
    const { siteOf, now } = this.#parts;
    const at = now();
    const page = this.#page(tabId);
    const site = siteOf(tabId) ?? '';
    const left = { page: leftOf(page, PAGE, at), site: leftOf(this.#stored.value.sites[site], SITE, at) };
    if (left.page < 1 || left.site < 1) return false;
    this.#keep(tabId, { ...page, left: left.page - 1, at });
    void this.#stored.change(({ pages, sites }) => ({
      pages,
      sites: withoutFullest({ ...sites, [site]: { left: left.site - 1, at } }, at),
    }));
    return true;
  }

  /**
   * Takes one question for an address on the page, whether or not it must be asked: otherwise the page could tell which
   * addresses this person has met before.
   */
  takeToShow(tabId: number, name: string): boolean {
    if (!this.take(tabId)) return false;
    const page = this.#page(tabId);
    this.#keep(tabId, { ...page, shown: [...new Set([...page.shown, name])] });
    return true;
  }

  /** Whether {@link takeToShow} allowed this address for the page in the tab. */
  isShown(tabId: number, name: string): boolean {
    return this.#page(tabId).shown.includes(name);
  }

  /** Called when a new page is in a tab, or the tab is closed. */
  forget(tabId: number): void {
    void this.#stored.change((budgets) => {
      const { [tabId]: gone, ...pages } = budgets.pages;
      return gone ? { ...budgets, pages } : budgets;
    });
  }

  #page(tabId: number): Page {
    return this.#stored.value.pages[tabId] ?? { left: PAGE.capacity, at: this.#parts.now(), shown: [] };
  }

  #keep(tabId: number, page: Page): void {
    void this.#stored.change(({ pages, sites }) => ({ pages: { ...pages, [tabId]: page }, sites }));
  }
}

function withoutFullest(sites: Budgets['sites'], at: number): Budgets['sites'] {
  const all = Object.entries(sites);
  if (all.length <= MAX_SITES) return sites;
  const [fullest] = all.sort(([, a], [, b]) => leftOf(b, SITE, at) - leftOf(a, SITE, at));
  const { [fullest?.[0] ?? '']: _, ...others } = sites;
  return others;
}
