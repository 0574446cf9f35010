import { type Signal, signal } from '@preact/signals';
import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { MESSAGES, type MessageReply } from '../../messaging/catalogue.ts';
import { type Ask, problemOf, within } from '../page/ask.ts';

export type Overview = MessageReply<'popupOverview'>;

const KEY = 'popup-overview';
const kept = z.object({ tabId: z.int(), overview: MESSAGES.popupOverview.reply });
const ANSWER_TIMEOUT_MS = 5_000;
const CHECKING_REFRESH_INTERVAL_MS = 400;
const REFRESH_INTERVAL_MS = 3_000;

type SessionStorage = Pick<typeof browser.storage.session, 'get' | 'set'>;
type OverviewOptions = {
  readonly tabId: number;
  readonly ask: Ask;
  /** Null for a tab of a private window, of which nothing may remain. Default: the browser's session storage. */
  readonly storage?: SessionStorage | null;
};

/**
 * The popup's data: first the cached overview (in session storage), then the background's, polled while the popup is open.
 */
export class OverviewFeed {
  readonly overview: Signal<Overview | null> = signal(null);
  readonly problem: Signal<string | null> = signal(null);
  readonly #options: OverviewOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(options: OverviewOptions) {
    this.#options = options;
  }

  /** Restores the cached overview if it is about the same tab and address. */
  async restore(url: string | null): Promise<void> {
    const { storage = browser.storage.session } = this.#options;
    if (storage === null) return;
    const found = kept.safeParse((await storage.get(KEY))[KEY]);
    if (!found.success || this.overview.value) return;
    const { tabId, overview } = found.data;
    if (tabId === this.#options.tabId && overview.url === url) this.overview.value = overview;
  }

  /** Asks now and goes on asking. */
  async run(): Promise<void> {
    await this.refresh();
    if (this.#ended) return;
    const settling = this.overview.value?.verdict?.kind === 'checking';
    this.#timer = setTimeout(() => void this.run(), settling ? CHECKING_REFRESH_INTERVAL_MS : REFRESH_INTERVAL_MS);
  }

  stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  async refresh(): Promise<void> {
    const { tabId, ask, storage = browser.storage.session } = this.#options;
    try {
      const overview = this.#settled(await within(ANSWER_TIMEOUT_MS, ask('popupOverview', { tabId })));
      this.overview.value = overview;
      this.problem.value = null;
      await storage?.set({ [KEY]: { tabId, overview } });
    } catch (error) {
      this.problem.value = problemOf(error);
    }
  }

  /** The same, with what was said about an unconfirmed match until there is an answer about it, as on the warning. */
  #settled(overview: Overview): Overview {
    const shown = this.overview.value;
    const isAskedAgain = overview.verdict?.kind === 'checking' && shown?.verdict?.kind === 'unconfirmed';
    return isAskedAgain && shown.url === overview.url ? { ...overview, verdict: shown.verdict } : overview;
  }
}
