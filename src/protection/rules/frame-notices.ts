import { leftOf, type RateLimit, type RateState } from '../confirmation/rate-limit.ts';

/** Notices in place of stopped frames that a tab may load at once, and one more every two seconds. */
const NOTICE_RATE: RateLimit = { capacity: 100, refillMs: 2_000 };
/** Maximum tabs remembered, by their latest notice. */
const MAX_TABS = 64;

/**
 * Counts the notices in place of frames. They share a thread with every warning, so a page that keeps loading a listed
 * frame would delay the warning of another tab.
 */
export class FrameNotices {
  readonly #blockFrames: (tabId: number, host: string) => Promise<unknown>;
  readonly #now: () => number;
  readonly #states = new Map<number, RateState>();

  /** @param blockFrames makes the browser block all frames of a host in a tab; a failure is ignored */
  constructor(blockFrames: (tabId: number, host: string) => Promise<unknown>, now: () => number) {
    this.#blockFrames = blockFrames;
    this.#now = now;
  }

  /** A frame of a tab shows the notice about an address. A reloaded page continues with the remaining rate. */
  onNotice(tabId: number, url: string): void {
    const at = this.#now();
    const left = leftOf(this.#states.get(tabId), NOTICE_RATE, at);
    this.#states.delete(tabId);
    this.#states.set(tabId, { left: Math.max(0, left - 1), at });
    const [oldest] = this.#states.keys();
    if (this.#states.size > MAX_TABS && oldest !== undefined) this.#states.delete(oldest);
    if (left < 1 && URL.canParse(url)) void this.#blockFrames(tabId, new URL(url).hostname).catch(() => undefined);
  }

  onTabClosed(tabId: number): void {
    this.#states.delete(tabId);
  }
}
