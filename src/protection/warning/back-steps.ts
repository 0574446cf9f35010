import { shownAddress } from './address.ts';
import type { Initiator } from './initiator.ts';
import { isSameDocument } from './short-address.ts';

/** A warning's step back in the history of its tab; `length` is the history's length at that time. */
export type Step = { readonly steps: number; readonly length: number };
/**
 * `met`: the step led to the stopped address, to a page that redirected there, or was undone before it led anywhere.
 */
export type TakenStep = Step & { readonly met: boolean };
type Held = Step & {
  readonly url: string;
  readonly steppedAt: number;
  /** The tab headed for the stopped address before it showed any other page. */
  met?: boolean;
  /** When another page was committed in the tab. */
  otherPageAt?: number;
  /** When the stopped address or its warning was committed after that. */
  returnedAt?: number;
};

/** Milliseconds after which a step back no longer explains what a tab shows. */
const STEP_LIFETIME_MS = 10_000;
/** A page that leads to another address within this many milliseconds without user input counts as a redirect. */
const REDIRECT_TIMEOUT_MS = 1_500;

/**
 * The last step back of each tab's warning. If it led to the stopped address again, or to a page that redirects there,
 * the new warning must step back further; if the person went to that address again, it must not. In memory only: a lost
 * step costs one more press.
 */
export class BackSteps {
  readonly #warningPage: string;
  readonly #now: () => number;
  readonly #byTab = new Map<number, Held>();

  constructor(warningPage: string, now: () => number) {
    this.#warningPage = warningPage;
    this.#now = now;
  }

  /** The warning about an address steps back now. */
  add(tabId: number, url: string, { steps, length }: Step): void {
    this.#byTab.set(tabId, { steps, length, url, steppedAt: this.#now() });
  }

  /** The person interacted with the page of a tab. */
  onUserAction(tabId: number): void {
    if (this.#byTab.get(tabId)?.otherPageAt !== undefined) this.#byTab.delete(tabId);
  }

  onBeforeNavigate(tabId: number, url: string): void {
    const held = this.#byTab.get(tabId);
    if (held && held.otherPageAt === undefined && isSameDocument(held.url, url)) held.met = true;
  }

  /** A document was committed in a tab. */
  onCommitted(tabId: number, url: string): void {
    const held = this.#byTab.get(tabId);
    if (!held) return;
    this.onBeforeNavigate(tabId, url);
    const isReturn = this.#isReturn(held, url);
    if (isReturn && held.otherPageAt !== undefined) held.returnedAt ??= this.#now();
    else if (!isReturn && held.otherPageAt === undefined) held.otherPageAt = this.#now();
    else if (!isReturn) this.#byTab.delete(tabId);
  }

  /**
   * The step back that led to the warning about an address; null if the person went there.
   * @param initiator who began the stopped navigation; null if there was none
   */
  stepTo(tabId: number, url: string, initiator: Initiator | null): TakenStep | null {
    const held = this.#byTab.get(tabId);
    const now = this.#now();
    if (!held || now - held.steppedAt >= STEP_LIFETIME_MS) return null;
    const { steps, length, met = false, otherPageAt, returnedAt = now } = held;
    if (otherPageAt === undefined) return isSameDocument(held.url, url) ? { steps, length, met } : null;
    const isRedirect = initiator === 'foreign' && returnedAt - otherPageAt < REDIRECT_TIMEOUT_MS;
    return isRedirect ? { steps, length, met: true } : null;
  }

  /** A page that leads on by itself may lead to another address of the site, or to another warning, each time. */
  #isReturn({ url, otherPageAt }: Held, committed: string): boolean {
    const shown = shownAddress(committed, this.#warningPage);
    if (otherPageAt === undefined || shown === null) return isSameDocument(shown, url);
    return shown !== committed || new URL(shown).host === new URL(url).host;
  }

  forget(tabId: number): void {
    this.#byTab.delete(tabId);
  }
}
