import type { Judge } from '../navigation/navigation.ts';
import { quietly } from '../store.ts';
import { stops } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Redirects } from './redirects.ts';

/**
 * Milliseconds for which the rule about a single address stays after its verdict: by then the link was followed, or
 * will not be.
 */
const RULE_LIFETIME_MS = 10_000;
/** Milliseconds between two questions about hovered links. */
const HOVER_INTERVAL_MS = 1_000;

/**
 * Acts on a link before it is followed. An address that looks listed gets its own rule at once, before the service has
 * answered. Following it then leads to the warning page, which waits for the verdict and returns to the site when it is
 * clear. A pressed link is asked about at once; of hovered links, one a second. Nothing leaves the device for an
 * address that does not look listed.
 */
export class LinkCheck {
  readonly #judge: Judge;
  readonly #redirects: Pick<Redirects, 'prepare' | 'withdraw'>;
  readonly #inProgress = new Set<string>();
  #hovered: string | null = null;
  #nextHoverAt = Number.NEGATIVE_INFINITY;

  constructor(judge: Judge, redirects: Pick<Redirects, 'prepare' | 'withdraw'>) {
    this.#judge = judge;
    this.#redirects = redirects;
  }

  /** Settles when the rule is removed. Never rejects: a failure here is caught when the link is followed. */
  async onLink(url: string, tabId: number, act: 'press' | 'hover'): Promise<void> {
    if (!this.#judge.loaded) await this.#judge.ready;
    const verdict = this.#judge.verdict(url, tabId);
    if (!verdict || !isSuspect(verdict)) return;
    if (act === 'hover') this.#hovered = url;
    const asks = act === 'press' ? this.#judge.settle(url, tabId, 'press') : this.#hover(url, tabId, verdict);
    if (this.#inProgress.has(url)) return;
    this.#inProgress.add(url);
    const [settled] = await Promise.all([asks, quietly(this.#redirects.prepare(url))]);
    this.#inProgress.delete(url);
    if (settled && isSuspect(settled)) await new Promise((resolve) => setTimeout(resolve, RULE_LIFETIME_MS));
    await quietly(this.#redirects.withdraw(url));
  }

  /** Asks once a second has passed since the last question, unless the pointer has moved to another link. */
  async #hover(url: string, tabId: number, verdict: Verdict): Promise<Verdict | null> {
    if (verdict.kind !== 'checking') return this.#judge.settle(url, tabId, 'hover');
    const wait = this.#nextHoverAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (this.#hovered !== url || performance.now() < this.#nextHoverAt) return this.#judge.verdict(url, tabId);
    this.#nextHoverAt = performance.now() + HOVER_INTERVAL_MS;
    return this.#judge.settle(url, tabId, 'hover');
  }
}

const isSuspect = (verdict: Verdict): boolean => stops(verdict) || verdict.kind === 'checking';
