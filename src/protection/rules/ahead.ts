import type { Judge } from '../navigation/navigation.ts';
import { stops } from '../verdict/decision.ts';
import type { Redirects } from './redirects.ts';

/** Milliseconds for which the rule about a single address stays after its verdict: by then it was followed, or not. */
const HOLDS = 10_000;

/**
 * Acts on a link before it is followed. An address that looks listed gets a rule of its own at once, before the service has
 * said anything, so that following it leads to the warning page, which waits for the verdict and returns to the site when
 * it is clear. Nothing leaves the device for an address that does not look listed.
 */
export class Ahead {
  readonly #judge: Judge;
  readonly #redirects: Pick<Redirects, 'prepare' | 'withdraw'>;
  readonly #looking = new Set<string>();

  constructor(judge: Judge, redirects: Pick<Redirects, 'prepare' | 'withdraw'>) {
    this.#judge = judge;
    this.#redirects = redirects;
  }

  /** Settles when the verdict on the address is known. Never rejects: what fails here is caught when the link is followed. */
  async look(url: string, tabId: number): Promise<void> {
    if (!this.#judge.loaded) await this.#judge.ready;
    const verdict = this.#judge.verdict(url, tabId);
    if (!verdict || !(stops(verdict) || verdict.kind === 'checking') || this.#looking.has(url)) return;
    this.#looking.add(url);
    const [settled] = await Promise.all([this.#judge.settle(url, tabId), quietly(this.#redirects.prepare(url))]);
    this.#looking.delete(url);
    if (settled && stops(settled)) await new Promise((resolve) => setTimeout(resolve, HOLDS));
    await quietly(this.#redirects.withdraw(url));
  }
}

/** A rule that the browser refuses is kept as a problem by the rules themselves. */
const quietly = (work: Promise<void>): Promise<void> => work.catch(() => undefined);
