import { type Signal, signal } from '@preact/signals';
import { browser } from 'wxt/browser';
import * as z from 'zod/mini';
import { MESSAGES, type MessageReply } from '../../messaging/catalogue.ts';
import { type Ask, within } from '../page/ask.ts';
import { poll } from '../page/polling.ts';

export type Overview = MessageReply<'popupOverview'>;

const KEY = 'popup-overview';
const kept = z.object({ tabId: z.int(), overview: MESSAGES.popupOverview.reply });
/** A worker that has not answered within this time, in ms, is shown as silent. */
const SILENT_AFTER_MS = 2_000;
/** An answer after this time, in ms, is not waited for. */
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

/** The popup's data: first what is cached for the session, then the background's, polled while it is open. */
export class OverviewFeed {
  readonly overview: Signal<Overview | null> = signal(null);
  /** Whether the background has answered once: until then what is shown is cached. */
  readonly isAnswered: Signal<boolean> = signal(false);
  /** Whether the background does not answer now: what is shown was true before. */
  readonly isSilent: Signal<boolean> = signal(false);
  readonly #options: OverviewOptions;

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
  run(): void {
    const isChecking = () => this.overview.value?.verdict?.kind === 'checking';
    poll(
      () => this.refresh(),
      () => (isChecking() ? CHECKING_REFRESH_INTERVAL_MS : REFRESH_INTERVAL_MS),
    );
  }

  async refresh(): Promise<void> {
    const { tabId, ask, storage = browser.storage.session } = this.#options;
    const setSilent = () => {
      this.isSilent.value = true;
    };
    const timer = setTimeout(setSilent, SILENT_AFTER_MS);
    try {
      const overview = this.#steady(await within(ANSWER_TIMEOUT_MS, ask('popupOverview', { tabId })));
      this.overview.value = overview;
      this.isSilent.value = false;
      this.isAnswered.value = true;
      // Without it the next popup only shows later what it has to say.
      await storage?.set({ [KEY]: { tabId, overview } }).catch(() => undefined);
    } catch {
      setSilent();
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same, with what was said about an unconfirmed match until there is an answer about it, as on the warning. */
  #steady(overview: Overview): Overview {
    const shown = this.overview.value;
    const isAskedAgain = overview.verdict?.kind === 'checking' && shown?.verdict?.kind === 'unconfirmed';
    return isAskedAgain && shown.url === overview.url ? { ...overview, verdict: shown.verdict } : overview;
  }
}
