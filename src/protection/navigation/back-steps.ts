import { shownAddress, withoutFragment } from '../address.ts';
import type { Standing } from './standing.ts';

/** A step of a warning back in the history of its tab, taken where that had `length` places. */
export type Step = { readonly steps: number; readonly length: number };
/** `met` says that the step landed on the stopped address, or on a page that led there, or was undone before it landed anywhere. */
export type TakenStep = Step & { readonly met: boolean };
type Held = Step & {
  readonly url: string;
  readonly at: number;
  /** The stopped address was under way before any other page came. */
  met?: boolean;
  /** When another page came to the tab. */
  passedAt?: number;
  /** When a warning about the address came after it. */
  landedAt?: number;
};

/** Milliseconds after which a step no longer has to do with what a tab shows. */
const STEP_LIMIT = 10_000;
/** Milliseconds in which a page that nobody touched leads on by itself. */
const LED_ON_LIMIT = 1_500;

/**
 * The last step back of each tab's warning. Where it landed on the stopped address again, or on a page that led there by itself,
 * the warning there has to step on; where a person came to that address again, it must not. In memory only: a step
 * that is forgotten costs another press.
 */
export class BackSteps {
  readonly #warningPage: string;
  readonly #now: () => number;
  readonly #held = new Map<number, Held>();

  constructor(warningPage: string, now: () => number) {
    this.#warningPage = warningPage;
    this.#now = now;
  }

  /** The warning about an address steps back now. */
  took(tabId: number, url: string, { steps, length }: Step): void {
    this.#held.set(tabId, { steps, length, url, at: this.#now() });
  }

  /** A person did something in a page of a tab. */
  acted(tabId: number): void {
    if (this.#held.get(tabId)?.passedAt !== undefined) this.#held.delete(tabId);
  }

  /** A navigation of a tab has begun. */
  began(tabId: number, url: string): void {
    const held = this.#held.get(tabId);
    if (held && held.passedAt === undefined && withoutFragment(held.url) === withoutFragment(url)) held.met = true;
  }

  /** A document came to a tab. */
  arrived(tabId: number, url: string): void {
    const held = this.#held.get(tabId);
    if (!held) return;
    this.began(tabId, url);
    const address = shownAddress(url, this.#warningPage);
    const again = address !== null && withoutFragment(address) === withoutFragment(held.url);
    if (again && held.passedAt !== undefined) held.landedAt ??= this.#now();
    else if (!again && held.passedAt === undefined) held.passedAt = this.#now();
    else if (!again) this.#held.delete(tabId);
  }

  /**
   * The step that landed on the warning about an address; null where a person led there.
   * @param standing with which its navigation was stopped; null where none was
   */
  landed(tabId: number, url: string, standing: Standing | null): TakenStep | null {
    const held = this.#held.get(tabId);
    const now = this.#now();
    if (!held || withoutFragment(held.url) !== withoutFragment(url) || now - held.at >= STEP_LIMIT) return null;
    const { steps, length, met = false, passedAt, landedAt = now } = held;
    const ledOn = standing === 'foreign' && passedAt !== undefined && landedAt - passedAt < LED_ON_LIMIT;
    return passedAt === undefined || ledOn ? { steps, length, met: met || ledOn } : null;
  }

  forget(tabId: number): void {
    this.#held.delete(tabId);
  }
}
