import { leftOf, type RateLimit, type RateState } from '../confirmation/rate-limit.ts';

/** Notices in the place of stopped frames that a tab may load at once, and one more every two seconds. */
const NOTICE_RATE: RateLimit = { capacity: 100, refillMs: 2_000 };
/** Tabs that are remembered, those that loaded one last. */
const MAX_TABS = 64;

/**
 * Counts the notices that stand in the place of frames. They share a thread with every warning, so a page that loads a listed frame again
 * and again would keep the warning of another tab waiting.
 */
export class FrameNotices {
  readonly #blockFrames: (tabId: number, host: string) => Promise<unknown>;
  readonly #now: () => number;
  readonly #states = new Map<number, RateState>();

  /** @param blockFrames has the browser load no frame of a host any more in a tab; what fails there leaves it as it is */
  constructor(blockFrames: (tabId: number, host: string) => Promise<unknown>, now: () => number) {
    this.#blockFrames = blockFrames;
    this.#now = now;
  }

  /** A frame of a tab shows the notice about an address. A page that is loaded again has what the last one left of the rate. */
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
