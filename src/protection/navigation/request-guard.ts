import { stoppedAddress, warningAddress } from '../address.ts';
import { stops } from '../verdict/decision.ts';
import type { Judge } from './navigation.ts';
import type { StoppedNavigations } from './stopped-navigations.ts';

/** What the browser says about a request for a document; `tabId` is negative where it belongs to no tab. */
export type DocumentRequest = { readonly tabId: number; readonly frameId: number; readonly url: string };
/** A request that is redirected. */
export type Redirection = DocumentRequest & { readonly redirectUrl: string };

/** What becomes of a request: nothing where it may go on, else where it is taken instead. */
export type RequestAnswer = { readonly redirectUrl?: string };

const GO_ON: RequestAnswer = {};
/** Milliseconds that requests wait for the list after the background woke, once; then the guard inside the page is alone. */
const LOAD_TIMEOUT_MS = 10_000;
/** Milliseconds that a request waits for its confirmation, which has a shorter limit of its own. */
const CONFIRMATION_TIMEOUT_MS = 4_000;

/**
 * Stops requests for listed documents before they leave, where the browser lets a request wait for an answer (Firefox). Each hop of
 * a redirect is a request of its own, and so is a document in a frame. What carries a form keeps its contents while it waits.
 */
export class RequestGuard {
  readonly #judge: Judge;
  readonly #stopped: StoppedNavigations;
  readonly #warningPage: string;
  #loading: Promise<void> | undefined;

  constructor(judge: Judge, stopped: StoppedNavigations, warningPage: string) {
    this.#judge = judge;
    this.#stopped = stopped;
    this.#warningPage = warningPage;
  }

  /**
   * webRequest.onBeforeRequest, blocking. Answers at once where everything is known, which is nearly always; a promise that never
   * rejects where the list is still being read or the service has to be asked.
   */
  onBeforeRequest(request: DocumentRequest): RequestAnswer | Promise<RequestAnswer> {
    return this.#judge.loaded ? this.#decide(request) : this.#whenLoaded(request);
  }

  /** webRequest.onBeforeRedirect: tells what a rule of the browser stopped, of which this guard is not asked. */
  onBeforeRedirect(request: Redirection): void {
    if (stoppedAddress(request.redirectUrl, this.#warningPage) !== null) this.#recordStop(request);
  }

  async #whenLoaded(request: DocumentRequest): Promise<RequestAnswer> {
    this.#loading ??= within(LOAD_TIMEOUT_MS, this.#judge.ready);
    await this.#loading;
    return this.#judge.loaded ? this.#decide(request) : GO_ON;
  }

  #decide(request: DocumentRequest): RequestAnswer | Promise<RequestAnswer> {
    const { url, tabId } = request;
    const verdict = this.#judge.verdict(url, tabId);
    if (verdict?.kind === 'checking') return this.#hold(request);
    if (!verdict || !stops(verdict)) return GO_ON;
    void this.#judge.settle(url, tabId, causeOf(request));
    return this.#toWarning(request);
  }

  /** What is still open at the limit is left to the warning page, which waits on and returns to the site when it is clear. */
  async #hold(request: DocumentRequest): Promise<RequestAnswer> {
    const { url, tabId } = request;
    await within(CONFIRMATION_TIMEOUT_MS, this.#judge.settle(url, tabId, causeOf(request)));
    const verdict = this.#judge.verdict(url, tabId);
    const open = verdict?.kind === 'checking' || (verdict && stops(verdict));
    return open ? this.#toWarning(request) : GO_ON;
  }

  #toWarning(request: DocumentRequest): RequestAnswer {
    this.#recordStop(request);
    return { redirectUrl: warningAddress(this.#warningPage, request.url) };
  }

  /** Firefox does not tell a page without an origin (sandboxed, `data:`) from a person, so nothing here counts as begun by nobody. */
  #recordStop({ tabId, frameId, url }: DocumentRequest): void {
    if (frameId === 0) this.#stopped.add(tabId, url, 'foreign', false);
  }
}

const causeOf = ({ frameId }: DocumentRequest) => (frameId === 0 ? 'navigation' : 'frame');

/** Settles with the work, or after so many milliseconds. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
