import * as z from 'zod/mini';
import { type SessionArea, SessionValue } from '../../storage/session.ts';
import { leftOf, type RateState, rateState } from './rate-limit.ts';

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
type Page = z.infer<typeof budgets>['pages'][string];

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
  readonly #stored: SessionValue<z.infer<typeof budgets>>;
  #pages = new Map<number, Page>();
  #sites = new Map<string, RateState>();
  #isSaving = false;

  constructor(parts: QuestionBudgetParts) {
    this.#parts = parts;
    this.#stored = new SessionValue(parts.session, 'question-budget', budgets);
  }

  async load(): Promise<void> {
    const { pages, sites } = (await this.#stored.read()) ?? { pages: {}, sites: {} };
    this.#pages = new Map([
      ...Object.entries(pages).map(([tab, page]) => [Number(tab), page] as const),
      ...this.#pages,
    ]);
    this.#sites = new Map([...Object.entries(sites), ...this.#sites]);
  }

  /** Takes one question from the budget of the page in a tab. @returns false if none is left */
  take(tabId: number): boolean {
    const { siteOf, now } = this.#parts;
    const at = now();
    const page = this.#page(tabId);
    const site = siteOf(tabId) ?? '';
    const left = { page: leftOf(page, PAGE, at), site: leftOf(this.#sites.get(site), SITE, at) };
    if (left.page < 1 || left.site < 1) return false;
    this.#pages.set(tabId, { ...page, left: left.page - 1, at });
    this.#sites.delete(site);
    this.#sites.set(site, { left: left.site - 1, at });
    this.#dropSites(at);
    this.#save();
    return true;
  }

  /**
   * Takes one question for an address on the page, whether or not it must be asked: otherwise the page could tell which
   * addresses this person has met before.
   */
  takeToShow(tabId: number, name: string): boolean {
    if (!this.take(tabId)) return false;
    const page = this.#page(tabId);
    this.#pages.set(tabId, { ...page, shown: [...new Set([...page.shown, name])] });
    return true;
  }

  /** Whether {@link takeToShow} allowed this address for the page in the tab. */
  isShown(tabId: number, name: string): boolean {
    return this.#page(tabId).shown.includes(name);
  }

  /** Called when a new page is in a tab, or the tab is closed. */
  forget(tabId: number): void {
    if (this.#pages.delete(tabId)) this.#save();
  }

  #page(tabId: number): Page {
    return this.#pages.get(tabId) ?? { left: PAGE.capacity, at: this.#parts.now(), shown: [] };
  }

  #dropSites(at: number): void {
    if (this.#sites.size <= MAX_SITES) return;
    const [fullest] = [...this.#sites].sort(([, a], [, b]) => leftOf(b, SITE, at) - leftOf(a, SITE, at));
    if (fullest) this.#sites.delete(fullest[0]);
  }

  /** Combines the changes of one turn into one write. */
  #save(): void {
    if (this.#isSaving) return;
    this.#isSaving = true;
    queueMicrotask(() => {
      this.#isSaving = false;
      this.#stored.save({ pages: Object.fromEntries(this.#pages), sites: Object.fromEntries(this.#sites) });
    });
  }
}
